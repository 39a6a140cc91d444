import { OutboxLimits } from '../../src/features/mail/outbox-limits.js';
import { OutboxSender } from '../../src/features/mail/outbox-sender.js';
import type { Forge } from '../support/app.js';
import { sql } from '../support/internals.js';
import { linkIn, type Mail } from '../support/mailbox.js';

export { OutboxLimits } from '../../src/features/mail/outbox-limits.js';
export { OutboxSender } from '../../src/features/mail/outbox-sender.js';

export interface WaitingMail {
  id: number;
  kind: string;
  user_id: number;
  email_id: number | null;
  recipient: string;
  attempts: number;
  refusals: number | null;
  lease: string | null;
  next_attempt_at: number;
  created_at: number;
}

let count = 0;
export const nextName = () => `outbox${++count}`;

/** Creates a user who waits for a mail. */
export async function create(forge: Forge, username = nextName()) {
  const email = `${username}@example.com`;
  const { status, body } = await forge.root.post<{ id: number }>('/users', {
    ...{ username, email, name: 'Some One', password: 'a good password' },
  });
  expect(status).toBe(201);
  return { id: body.id, at: `/users/${body.id}`, username, email };
}

export const secretIn = (mail: Mail) =>
  new URL(linkIn(mail)).searchParams.get('confirmation_token') ?? 'none';

/** Follows the link. Returns the status. */
export async function confirm(forge: Forge, mail: Mail): Promise<number> {
  const secret = { confirmation_token: secretIn(mail) };
  return (await forge.anonymous.post('/confirmation', secret)).status;
}

/** The rows of the outbox, in the order in which they were written. */
export const outboxOf = (forge: Forge): Promise<WaitingMail[]> =>
  sql<WaitingMail>(forge, 'SELECT * FROM outbox_mails ORDER BY id');

export const recipientsOf = async (forge: Forge): Promise<string[]> =>
  (await outboxOf(forge)).map(({ recipient }) => recipient);

export const limitsOf = ({ app }: Forge): OutboxLimits => app.get(OutboxLimits, { strict: false });

/** Resolves when the sender has nothing left to do for now. */
export const senderIdle = ({ app }: Forge): Promise<void> =>
  app.get(OutboxSender, { strict: false }).idle();

/** Makes all mails due, as if their wait were over, and lets the sender try them. */
export async function tryAgain(forge: Forge): Promise<void> {
  await senderIdle(forge);
  await sql(forge, 'UPDATE outbox_mails SET next_attempt_at = created_at WHERE lease IS NULL');
  forge.app.get(OutboxSender, { strict: false }).wake();
  await senderIdle(forge);
}

/** As if the server had refused the mails for almost a day: the next failure is the last one. */
export const almostGiveUp = (forge: Forge) => sql(forge, 'UPDATE outbox_mails SET refusals = 32');

/** Keeps the sender from sending. The returned function lets it. */
export function holdSender(forge: Forge): () => Promise<void> {
  const sender = forge.app.get(OutboxSender, { strict: false });
  sender.wake = () => undefined;
  return async () => {
    Reflect.deleteProperty(sender, 'wake');
    sender.wake();
    await sender.idle();
  };
}
