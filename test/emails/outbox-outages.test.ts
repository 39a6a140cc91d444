import { loggable } from '../../src/base/log/loggable.js';
import { startForge, type Forge } from '../support/app.js';
import { sql } from '../support/internals.js';
import { recordLog } from '../support/log.js';
import { openMailbox, type Mailbox } from '../support/mailbox.js';
import {
  almostGiveUp,
  confirm,
  create,
  holdSender,
  limitsOf,
  outboxOf,
  recipientsOf,
  secretIn,
  senderIdle,
  tryAgain,
} from './outbox.js';

let mailbox: Mailbox;
let forge: Forge;

beforeEach(async () => {
  mailbox = await openMailbox();
  forge = await startForge({ SMTP_URL: mailbox.url });
});
afterEach(async () => {
  await forge.close();
  await mailbox.close();
});

const port = () => Number(new URL(mailbox.url).port);

/** The mail server refuses the only mail once. */
async function expectToSurviveRefusal(email: string, sendAll: () => Promise<void>): Promise<void> {
  mailbox.refused.add(email);
  await sendAll();
  expect(await outboxOf(forge)).toMatchObject([{ recipient: email, refusals: 1 }]);
  mailbox.refused.clear();
  await tryAgain(forge);
  expect((await mailbox.next()).to).toEqual([email]);
}

describe('While the mail server does not respond', () => {
  it('requests succeed, and all mails are sent when it is back', async () => {
    await mailbox.close();
    const log = recordLog();
    const users = [];
    for (let n = 0; n < 12; n++) users.push(await create(forge));
    await senderIdle(forge);
    await tryAgain(forge);
    expect(await outboxOf(forge)).toHaveLength(12);
    mailbox = await openMailbox(port());
    await tryAgain(forge);
    log.stop();
    const mails = [];
    for (let n = 0; n < 12; n++) mails.push(await mailbox.next());
    expect(mails.flatMap(({ to }) => to).sort()).toEqual(users.map(({ email }) => email).sort());
    for (const mail of mails) expect(await confirm(forge, mail)).toBe(201);
    expect([await outboxOf(forge), mailbox.unread]).toEqual([[], []]);
    // One line for the outage and one for its end, not one for each attempt.
    expect(log.lines.map(({ level, message }) => [level, message])).toEqual([
      ['warn', 'The mail server takes no mails. They wait, and the service tries again'],
      ['log', 'The mail server takes mails again'],
    ]);
  });

  it('a mail is tried again after a minute, and no failure counts against it', async () => {
    await mailbox.close();
    await create(forge);
    await senderIdle(forge);
    const [before] = await outboxOf(forge);
    const started = Date.now();
    await tryAgain(forge);
    const [after] = await outboxOf(forge);
    expect(after).toMatchObject({ created_at: before?.created_at, refusals: 0 });
    expect(after?.next_attempt_at).toBeGreaterThanOrEqual(started + 60_000);
    expect(after?.next_attempt_at).toBeLessThanOrEqual(Date.now() + 60_000);
    mailbox = await openMailbox(port());
  });

  it('keeps a mail that waited for two days without SMTP_URL, and sends it when the server is back', async () => {
    const sendAll = holdSender(forge);
    const ada = await create(forge);
    await makeOld(forge);
    await mailbox.close();
    await sendAll();
    for (let n = 0; n < 40; n++) await tryAgain(forge);
    expect(await recipientsOf(forge)).toEqual([ada.email]);
    mailbox = await openMailbox(port());
    await tryAgain(forge);
    expect(await confirm(forge, await mailbox.next())).toBe(201);
  });

  it('keeps an old mail that the server refuses at its first attempt after the outage', async () => {
    const sendAll = holdSender(forge);
    const ada = await create(forge);
    await makeOld(forge);
    await expectToSurviveRefusal(ada.email, sendAll);
  });
});

/** As if the mails had been written two days ago. */
const makeOld = (of: Forge) =>
  sql(of, 'UPDATE outbox_mails SET created_at = created_at - 172800000');

describe('An address that the mail server refuses', () => {
  it('is tried again and given up after a day, with one log line at each end', async () => {
    const log = recordLog();
    mailbox.refused.add('outbox-dead@example.com');
    const dead = await create(forge, 'outbox-dead');
    await senderIdle(forge);
    for (let n = 0; n < 3; n++) await tryAgain(forge);
    expect(await outboxOf(forge)).toMatchObject([{ recipient: dead.email, refusals: 4 }]);
    await almostGiveUp(forge);
    await tryAgain(forge);
    log.stop();
    expect(await outboxOf(forge)).toEqual([]);
    const named = { level: 'warn', kind: 'primary_address', user: dead.id };
    expect(log.lines).toMatchObject([
      { ...named, message: 'The mail server refuses a mail. The service tries again for a day' },
      { ...named, message: 'A mail could not be sent for a day, and was given up', attempts: 33 },
    ]);
    expect(await forge.root.get(dead.at)).toMatchObject({ body: { confirmed_at: null } });
  });

  it('is logged with the codes and the command, but not with what the server repeats', async () => {
    const log = recordLog();
    mailbox.refused.add('outbox-unknown@example.com');
    await create(forge, 'outbox-unknown');
    await senderIdle(forge);
    mailbox.refusesLinks = true;
    await create(forge);
    await senderIdle(forge);
    log.stop();
    const lines = log.lines.map(({ error }) => loggable(error));
    expect(lines).toMatchObject([
      { code: 'EENVELOPE', responseCode: 550, enhancedCode: '5.1.1', command: 'RCPT TO' },
      { code: 'EMESSAGE', responseCode: 554, enhancedCode: '5.7.1', command: 'DATA' },
    ]);
    const text = JSON.stringify(lines);
    for (const secret of ['outbox-unknown@', secretIn(await mailbox.next())])
      expect(text).not.toContain(secret);
  });

  it('counts no failure of the server: the mail is kept if the server is away for long', async () => {
    mailbox.refused.add('outbox-dead@example.com');
    await create(forge, 'outbox-dead');
    await senderIdle(forge);
    await almostGiveUp(forge);
    await mailbox.close();
    for (let n = 0; n < 3; n++) await tryAgain(forge);
    expect(await outboxOf(forge)).toMatchObject([{ refusals: 32 }]);
    mailbox = await openMailbox(port());
    await tryAgain(forge);
    expect((await mailbox.next()).to).toEqual(['outbox-dead@example.com']);
  });

  it('does not hold up other mails', async () => {
    for (let n = 0; n < 8; n++) mailbox.refused.add(`outbox-dead${n}@example.com`);
    const sendAll = holdSender(forge);
    for (let n = 0; n < 8; n++) await create(forge, `outbox-dead${n}`);
    const alive = await create(forge);
    await sendAll();
    expect((await mailbox.next()).to).toEqual([alive.email]);
    expect(await outboxOf(forge)).toHaveLength(8);
  });

  it('gets its mail once the server takes it', async () => {
    mailbox.refused.add('outbox-late@example.com');
    await create(forge, 'outbox-late');
    await senderIdle(forge);
    mailbox.refused.clear();
    await tryAgain(forge);
    expect(await confirm(forge, await mailbox.next())).toBe(201);
  });
});

describe('An address to which a mail server does not respond that takes other mails', () => {
  it('is tried again and given up after a day', async () => {
    limitsOf(forge).attemptMs = 100;
    mailbox.ignored.add('outbox-hangs@example.com');
    const dead = await create(forge, 'outbox-hangs');
    await senderIdle(forge);
    // No other mail was sent meanwhile: the server may be down.
    expect(await outboxOf(forge)).toMatchObject([{ recipient: dead.email, refusals: 0 }]);
    // Enough for the other mail on a busy machine.
    limitsOf(forge).attemptMs = 3_000;
    const tryWithAnother = async () => {
      const sendAll = holdSender(forge);
      const { email } = await create(forge);
      await sql(forge, 'UPDATE outbox_mails SET next_attempt_at = created_at');
      await sendAll();
      expect((await mailbox.next()).to).toEqual([email]);
    };
    await tryWithAnother();
    expect(await outboxOf(forge)).toMatchObject([{ recipient: dead.email, refusals: 1 }]);
    await almostGiveUp(forge);
    const log = recordLog();
    await tryWithAnother();
    log.stop();
    expect(await outboxOf(forge)).toEqual([]);
    expect(log.lines).toMatchObject([
      {
        ...{ level: 'warn', message: 'A mail could not be sent for a day, and was given up' },
        ...{ kind: 'primary_address', user: dead.id, attempts: 33 },
      },
    ]);
  });
});
