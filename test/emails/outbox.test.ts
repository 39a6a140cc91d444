import { startForge, type Forge } from '../support/app.js';
import { holdWorker, setRowsPerUnit } from '../support/deletions.js';
import { everyRow, sql, write } from '../support/internals.js';
import { openMailbox, type Mailbox } from '../support/mailbox.js';
import { newAddress } from './emails.js';
import {
  confirm,
  create,
  holdSender,
  nextName,
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

const confirmed = () => forge.seed.user({ username: nextName(), confirm: false });

describe('A mail in the outbox', () => {
  it('has neither text nor token, and the address has no secret yet', async () => {
    const sendAll = holdSender(forge);
    const ada = await create(forge);
    const owner = await confirmed();
    const second = newAddress();
    const added = await owner.client.post<{ id: number }>('/user/emails', { email: second });
    const rows = await outboxOf(forge);
    expect(rows.map(({ id: _id, created_at: _at, next_attempt_at: _next, ...row }) => row)).toEqual(
      [
        {
          ...{ kind: 'primary_address', user_id: ada.id, email_id: null, recipient: ada.email },
          ...{ attempts: 0, refusals: 0, lease: null },
        },
        {
          ...{ kind: 'secondary_address', user_id: owner.id, email_id: added.body.id },
          ...{ recipient: second, attempts: 0, refusals: 0, lease: null },
        },
      ],
    );
    for (const table of ['users', 'emails'])
      expect(
        await sql(forge, `SELECT id FROM ${table} WHERE confirmation_digest IS NOT NULL`),
      ).toEqual([]);
    await sendAll();
    const mails = [await mailbox.next(), await mailbox.next()];
    const stored = JSON.stringify(await everyRow(forge));
    for (const mail of mails) {
      expect(stored).not.toContain(secretIn(mail));
      expect(await confirm(forge, mail)).toBe(201);
    }
    expect(await outboxOf(forge)).toEqual([]);
  });

  it('goes away with its user', async () => {
    const sendAll = holdSender(forge);
    const ada = await create(forge);
    const bob = await create(forge);
    expect((await forge.root.delete(ada.at)).status).toBe(200);
    expect(await recipientsOf(forge)).toEqual([bob.email]);
    await sendAll();
    expect((await mailbox.next()).to).toEqual([bob.email]);
  });

  it('is not sent while its user is deleted in the background, and goes away with them', async () => {
    setRowsPerUnit(forge, 0);
    const sendAll = holdSender(forge);
    const finish = holdWorker(forge);
    const ada = await create(forge);
    expect((await forge.root.delete(ada.at)).status).toBe(200);
    const bob = await create(forge);
    await finish();
    expect(await recipientsOf(forge)).toEqual([bob.email]);
    holdWorker(forge);
    await forge.root.delete(bob.at);
    await sendAll();
    expect([mailbox.unread, await outboxOf(forge)]).toEqual([[], []]);
  });

  it('goes away with its address', async () => {
    const sendAll = holdSender(forge);
    const ada = await confirmed();
    const [first, second] = [newAddress(), newAddress()];
    const { body } = await ada.client.post<{ id: number }>('/user/emails', { email: first });
    await ada.client.post('/user/emails', { email: second });
    expect((await ada.client.delete(`/user/emails/${body.id}`)).status).toBe(200);
    expect(await recipientsOf(forge)).toEqual([second]);
    await sendAll();
    expect((await mailbox.next()).to).toEqual([second]);
  });

  it('is not sent if the address has given way to another user meanwhile', async () => {
    const sendAll = holdSender(forge);
    const ada = await confirmed();
    const email = newAddress();
    await ada.client.post('/user/emails', { email });
    const taken = { username: nextName(), name: 'x', password: 'a good password', email };
    expect((await forge.root.post('/users', { ...taken, confirm: false })).status).toBe(201);
    const bob = await create(forge);
    await sendAll();
    expect((await mailbox.next()).to).toEqual([bob.email]);
    expect([mailbox.unread, await outboxOf(forge)]).toEqual([[], []]);
  });

  it('is not sent if its user is gone, as after a deletion by a program that has no outbox', async () => {
    const sendAll = holdSender(forge);
    const ada = await create(forge);
    await forge.root.delete(ada.at);
    await write(
      forge,
      `INSERT INTO outbox_mails (kind, user_id, recipient, created_at, next_attempt_at, attempts, refusals)
       VALUES ('primary_address', :user, :recipient, 1, 1, 0, 0)`,
      { user: ada.id, recipient: ada.email },
    );
    await sendAll();
    expect([mailbox.unread, await outboxOf(forge)]).toEqual([[], []]);
  });

  it('is replaced if the address changes before it is sent', async () => {
    const sendAll = holdSender(forge);
    const ada = await create(forge);
    const email = newAddress();
    expect((await forge.root.put(ada.at, { email })).status).toBe(200);
    expect(await recipientsOf(forge)).toEqual([email]);
    await sendAll();
    const mail = await mailbox.next();
    expect(mail.to).toEqual([email]);
    expect(await confirm(forge, mail)).toBe(201);
  });

  it('stays in the outbox if this version does not know its kind', async () => {
    const ada = await confirmed();
    await write(
      forge,
      `INSERT INTO outbox_mails (kind, user_id, recipient, created_at, next_attempt_at, attempts, refusals)
       VALUES ('newer', :user, 'a@b.example', 1, 1, 0, 0)`,
      { user: ada.id },
    );
    await tryAgain(forge);
    expect(await recipientsOf(forge)).toEqual(['a@b.example']);
  });

  it('is not written if the request fails', async () => {
    const ada = await create(forge);
    await mailbox.next();
    await senderIdle(forge);
    holdSender(forge);
    const again = { username: `x${ada.username}`, email: ada.email, name: 'x' };
    const { status } = await forge.root.post('/users', { ...again, password: 'a good password' });
    expect([status, await outboxOf(forge)]).toEqual([409, []]);
  });
});

describe('A mail that is sent twice, because the server took it and answered that it failed', () => {
  it('has a new link: the last one works, those before it return 404', async () => {
    mailbox.failsAfterwards = true;
    const ada = await create(forge);
    const first = await mailbox.next();
    await senderIdle(forge);
    mailbox.failsAfterwards = false;
    await tryAgain(forge);
    const second = await mailbox.next();
    expect([first.to, second.to]).toEqual([[ada.email], [ada.email]]);
    expect(secretIn(first)).not.toBe(secretIn(second));
    expect([await confirm(forge, first), await confirm(forge, second)]).toEqual([404, 201]);
  });

  it('is not sent again if its first link was used', async () => {
    mailbox.failsAfterwards = true;
    await create(forge);
    expect(await confirm(forge, await mailbox.next())).toBe(201);
    await senderIdle(forge);
    mailbox.failsAfterwards = false;
    await tryAgain(forge);
    expect([mailbox.unread, await outboxOf(forge)]).toEqual([[], []]);
  });
});

it('sends a link that works for 24 hours after the mail was sent, however long it waited', async () => {
  const sendAll = holdSender(forge);
  const ada = await create(forge);
  await sql(forge, 'UPDATE outbox_mails SET created_at = created_at - 80000000');
  await sql(forge, `UPDATE users SET created_at = created_at - 80000000 WHERE id = ${ada.id}`);
  await sendAll();
  const mail = await mailbox.next();
  const sent = (ms: number) =>
    sql(forge, `UPDATE users SET confirmation_sent_at = ${Date.now() - ms} WHERE id = ${ada.id}`);
  await sent(86_400_001);
  expect(await confirm(forge, mail)).toBe(404);
  await sent(86_000_000);
  expect(await confirm(forge, mail)).toBe(201);
});

it('responds before the mail is sent', async () => {
  const sendAll = holdSender(forge);
  const ada = await create(forge);
  expect(await forge.root.get(ada.at)).toMatchObject({ body: { confirmed_at: null } });
  expect(mailbox.unread).toEqual([]);
  await sendAll();
  expect((await mailbox.next()).to).toEqual([ada.email]);
});
