import { startForge, type Forge } from '../support/app.js';
import { holdWorker, setRowsPerUnit } from '../support/deletions.js';
import { everyRow, sql, write } from '../support/internals.js';
import { recordLog } from '../support/log.js';
import { linkIn, openMailbox, type Mail, type Mailbox } from '../support/mailbox.js';
import { newAddress } from './emails.js';
import { holdSender, outboxOf, queueOf, senderIdle, tryAgain } from './outbox.js';

let mailbox: Mailbox;
let forge: Forge;
let count = 0;

beforeEach(async () => {
  mailbox = await openMailbox();
  forge = await startForge({ SMTP_URL: mailbox.url });
});
afterEach(async () => {
  await forge.close();
  await mailbox.close();
});

/** Creates a user who waits for a mail. */
async function create(username = `outbox${++count}`) {
  const email = `${username}@example.com`;
  const { status, body } = await forge.root.post<{ id: number }>('/users', {
    ...{ username, email, name: 'Some One', password: 'a good password' },
  });
  expect(status).toBe(201);
  return { id: body.id, at: `/users/${body.id}`, username, email };
}
const confirmed = () => forge.seed.user({ username: `outbox${++count}`, confirm: false });
const secretIn = (mail: Mail) =>
  new URL(linkIn(mail)).searchParams.get('confirmation_token') ?? 'none';
const confirm = async (mail: Mail) =>
  (await forge.anonymous.post('/confirmation', { confirmation_token: secretIn(mail) })).status;
const port = () => Number(new URL(mailbox.url).port);
const recipients = async () => (await outboxOf(forge)).map(({ recipient }) => recipient);

describe('A mail in the outbox', () => {
  it('has neither text nor token, and the address has no secret yet', async () => {
    const sendAll = holdSender(forge);
    const ada = await create();
    const owner = await confirmed();
    const second = newAddress();
    const added = await owner.client.post<{ id: number }>('/user/emails', { email: second });
    const rows = await outboxOf(forge);
    expect(rows.map(({ id: _id, created_at: _at, next_attempt_at: _next, ...row }) => row)).toEqual(
      [
        {
          ...{ kind: 'primary_address', user_id: ada.id, email_id: null, recipient: ada.email },
          ...{ attempts: 0, lease: null },
        },
        {
          ...{ kind: 'secondary_address', user_id: owner.id, email_id: added.body.id },
          ...{ recipient: second, attempts: 0, lease: null },
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
      expect(await confirm(mail)).toBe(201);
    }
    expect(await outboxOf(forge)).toEqual([]);
  });

  it('is counted with those that were tried', async () => {
    expect(await queueOf(forge)).toEqual({ waiting: 0, tried: 0, oldest: null });
    mailbox.refused.add('outbox-refused@example.com');
    await create('outbox-refused');
    await senderIdle(forge);
    holdSender(forge);
    await create();
    const [oldest] = await outboxOf(forge);
    expect(await queueOf(forge)).toEqual({ waiting: 2, tried: 1, oldest: oldest?.created_at });
  });

  it('goes away with its user', async () => {
    const sendAll = holdSender(forge);
    const ada = await create();
    const bob = await create();
    expect((await forge.root.delete(ada.at)).status).toBe(200);
    expect(await recipients()).toEqual([bob.email]);
    await sendAll();
    expect((await mailbox.next()).to).toEqual([bob.email]);
  });

  it('is not sent while its user is deleted in the background, and goes away with them', async () => {
    setRowsPerUnit(forge, 0);
    const sendAll = holdSender(forge);
    const finish = holdWorker(forge);
    const ada = await create();
    expect((await forge.root.delete(ada.at)).status).toBe(200);
    const bob = await create();
    await finish();
    expect(await recipients()).toEqual([bob.email]);
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
    expect(await recipients()).toEqual([second]);
    await sendAll();
    expect((await mailbox.next()).to).toEqual([second]);
  });

  it('is not sent if the address has given way to another user meanwhile', async () => {
    const sendAll = holdSender(forge);
    const ada = await confirmed();
    const email = newAddress();
    await ada.client.post('/user/emails', { email });
    const taken = { username: `outbox${++count}`, name: 'x', password: 'a good password', email };
    expect((await forge.root.post('/users', { ...taken, confirm: false })).status).toBe(201);
    const bob = await create();
    await sendAll();
    expect((await mailbox.next()).to).toEqual([bob.email]);
    expect([mailbox.unread, await outboxOf(forge)]).toEqual([[], []]);
  });

  it('is not sent if its user is gone, as after a deletion by a program that has no outbox', async () => {
    const sendAll = holdSender(forge);
    const ada = await create();
    await forge.root.delete(ada.at);
    await write(
      forge,
      `INSERT INTO outbox_mails (kind, user_id, recipient, created_at, next_attempt_at, attempts)
       VALUES ('primary_address', :user, :recipient, 1, 1, 0)`,
      { user: ada.id, recipient: ada.email },
    );
    await sendAll();
    expect([mailbox.unread, await outboxOf(forge)]).toEqual([[], []]);
  });

  it('is replaced if the address changes before it is sent', async () => {
    const sendAll = holdSender(forge);
    const ada = await create();
    const email = newAddress();
    expect((await forge.root.put(ada.at, { email })).status).toBe(200);
    expect(await recipients()).toEqual([email]);
    await sendAll();
    const mail = await mailbox.next();
    expect(mail.to).toEqual([email]);
    expect(await confirm(mail)).toBe(201);
  });

  it('of a kind that only a newer program knows stays', async () => {
    const ada = await confirmed();
    await write(
      forge,
      `INSERT INTO outbox_mails (kind, user_id, recipient, created_at, next_attempt_at, attempts)
       VALUES ('newer', :user, 'a@b.example', 1, 1, 0)`,
      { user: ada.id },
    );
    await tryAgain(forge);
    expect(await recipients()).toEqual(['a@b.example']);
  });

  it('is not written if the request fails', async () => {
    const ada = await create();
    await mailbox.next();
    await senderIdle(forge);
    holdSender(forge);
    const again = { username: `x${ada.username}`, email: ada.email, name: 'x' };
    const { status } = await forge.root.post('/users', { ...again, password: 'a good password' });
    expect([status, await outboxOf(forge)]).toEqual([409, []]);
  });
});

describe('While the mail server does not respond', () => {
  it('requests succeed, and all mails are sent when it is back', async () => {
    await mailbox.close();
    const log = recordLog();
    const users = [];
    for (let n = 0; n < 12; n++) users.push(await create());
    await senderIdle(forge);
    await tryAgain(forge);
    expect(await queueOf(forge)).toMatchObject({ waiting: 12 });
    mailbox = await openMailbox(port());
    await tryAgain(forge);
    log.stop();
    const mails = [];
    for (let n = 0; n < 12; n++) mails.push(await mailbox.next());
    expect(mails.flatMap(({ to }) => to).sort()).toEqual(users.map(({ email }) => email).sort());
    for (const mail of mails) expect(await confirm(mail)).toBe(201);
    expect([await outboxOf(forge), mailbox.unread]).toEqual([[], []]);
    // One line for the outage and one for its end, not one for each attempt.
    expect(log.lines.map(({ level, message }) => [level, message])).toEqual([
      ['warn', 'The mail server takes no mails. They wait, and the service tries again'],
      ['log', 'The mail server takes mails again'],
    ]);
  });

  it('a mail keeps the time of its creation, and is given up after a day, with a log line', async () => {
    await mailbox.close();
    const ada = await create();
    await senderIdle(forge);
    const [before] = await outboxOf(forge);
    await tryAgain(forge);
    const [after] = await outboxOf(forge);
    expect(after).toMatchObject({ created_at: before?.created_at, attempts: 2 });
    await makeOld(forge);
    const log = recordLog();
    await tryAgain(forge);
    log.stop();
    expect(await outboxOf(forge)).toEqual([]);
    expect(log.lines).toMatchObject([
      {
        ...{ level: 'warn', message: 'A mail could not be sent for a day, and was given up' },
        ...{ kind: 'primary_address', user: ada.id, attempts: 3 },
      },
    ]);
    mailbox = await openMailbox(port());
  });

  it('a mail of a service that stood still for a day is tried once more before it is given up', async () => {
    const sendAll = holdSender(forge);
    const ada = await create();
    await makeOld(forge);
    await sendAll();
    expect((await mailbox.next()).to).toEqual([ada.email]);
  });
});

const makeOld = (of: Forge) =>
  sql(of, 'UPDATE outbox_mails SET created_at = created_at - 86400001');

describe('An address that the mail server refuses', () => {
  it('is tried again and given up after a day, with one log line at each end', async () => {
    const log = recordLog();
    mailbox.refused.add('outbox-dead@example.com');
    const dead = await create('outbox-dead');
    await senderIdle(forge);
    for (let n = 0; n < 3; n++) await tryAgain(forge);
    expect(await outboxOf(forge)).toMatchObject([{ recipient: dead.email, attempts: 4 }]);
    await makeOld(forge);
    await tryAgain(forge);
    log.stop();
    expect(await outboxOf(forge)).toEqual([]);
    const named = { level: 'warn', kind: 'primary_address', user: dead.id };
    expect(log.lines).toMatchObject([
      { ...named, message: 'The mail server refuses a mail. The service tries again for a day' },
      { ...named, message: 'A mail could not be sent for a day, and was given up', attempts: 5 },
    ]);
    expect(await forge.root.get(dead.at)).toMatchObject({ body: { confirmed_at: null } });
  });

  it('does not hold up other mails', async () => {
    for (let n = 0; n < 8; n++) mailbox.refused.add(`outbox-dead${n}@example.com`);
    const sendAll = holdSender(forge);
    for (let n = 0; n < 8; n++) await create(`outbox-dead${n}`);
    const alive = await create();
    await sendAll();
    expect((await mailbox.next()).to).toEqual([alive.email]);
    expect(await outboxOf(forge)).toHaveLength(8);
  });

  it('gets its mail once the server takes it', async () => {
    mailbox.refused.add('outbox-late@example.com');
    await create('outbox-late');
    await senderIdle(forge);
    mailbox.refused.clear();
    await tryAgain(forge);
    expect(await confirm(await mailbox.next())).toBe(201);
  });
});

describe('A mail that is sent twice, because the server took it and answered that it failed', () => {
  it('has a new link: the last one works, those before it return 404', async () => {
    mailbox.failsAfterwards = true;
    const ada = await create();
    const first = await mailbox.next();
    await senderIdle(forge);
    mailbox.failsAfterwards = false;
    await tryAgain(forge);
    const second = await mailbox.next();
    expect([first.to, second.to]).toEqual([[ada.email], [ada.email]]);
    expect(secretIn(first)).not.toBe(secretIn(second));
    expect([await confirm(first), await confirm(second)]).toEqual([404, 201]);
  });

  it('is not sent again if its first link was used', async () => {
    mailbox.failsAfterwards = true;
    await create();
    expect(await confirm(await mailbox.next())).toBe(201);
    await senderIdle(forge);
    mailbox.failsAfterwards = false;
    await tryAgain(forge);
    expect([mailbox.unread, await outboxOf(forge)]).toEqual([[], []]);
  });
});

it('sends a link that works for 24 hours after the mail was sent, however long it waited', async () => {
  const sendAll = holdSender(forge);
  const ada = await create();
  await sql(forge, 'UPDATE outbox_mails SET created_at = created_at - 80000000');
  await sql(forge, `UPDATE users SET created_at = created_at - 80000000 WHERE id = ${ada.id}`);
  await sendAll();
  const mail = await mailbox.next();
  const sent = (ms: number) =>
    sql(forge, `UPDATE users SET confirmation_sent_at = ${Date.now() - ms} WHERE id = ${ada.id}`);
  await sent(86_400_001);
  expect(await confirm(mail)).toBe(404);
  await sent(86_000_000);
  expect(await confirm(mail)).toBe(201);
});

it('responds before the mail is sent', async () => {
  const sendAll = holdSender(forge);
  const ada = await create();
  expect(await forge.root.get(ada.at)).toMatchObject({ body: { confirmed_at: null } });
  expect(mailbox.unread).toEqual([]);
  await sendAll();
  expect((await mailbox.next()).to).toEqual([ada.email]);
});
