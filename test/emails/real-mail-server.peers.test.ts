import { join } from 'node:path';
import { MailServer } from '../support/aiosmtpd.js';
import { startForge, type Forge } from '../support/app.js';
import { openEngine, sql } from '../support/internals.js';
import { recordLog } from '../support/log.js';
import { Program } from '../support/program.js';
import { almostGiveUp, outboxOf, senderIdle, tryAgain } from './outbox.js';

/** Debian's aiosmtpd. What the scripted mailbox of the other tests shows is not repeated here. */
let server: MailServer;
let forge: Forge;

beforeEach(async () => {
  server = await MailServer.start();
  forge = await startForge({ SMTP_URL: server.url, MAIL_FROM: 'Forgenote <forge@example.com>' });
});
afterEach(async () => {
  await forge.close();
  await server.remove();
});

let count = 0;
const person = (local = `person${count}`) => ({
  ...{ username: `person${++count}`, name: 'Ada Lovelace', password: 'a good password' },
  email: `${local}@host${count}.example`,
});
async function create(local?: string) {
  const user = person(local);
  const { status, body } = await forge.root.post<{ id: number }>('/users', user);
  expect(status).toBe(201);
  return { ...user, id: body.id };
}
const recipientOf = (source: string) => /^X-RcptTo: (.*)$/m.exec(source)?.[1];
/** In the quoted-printable source of a mail. */
const secretIn = (source: string) =>
  /confirmation_token=([\w-]+)/.exec(source.replace(/=\r?\n/g, '').replaceAll('=3D', '='))?.[1] ??
  'none';
const confirm = async (secret: string) =>
  (await forge.anonymous.post('/confirmation', { confirmation_token: secret })).status;

it('takes a mail with a link that works once', async () => {
  const { email } = await create();
  const [mail = ''] = await server.received(1);
  expect(recipientOf(mail)).toBe(email);
  expect(mail).toMatch(/^From: Forgenote <forge@example\.com>$/m);
  const secret = secretIn(mail);
  expect([await confirm(secret), await confirm(secret)]).toEqual([201, 404]);
  await senderIdle(forge);
  expect(await outboxOf(forge)).toEqual([]);
});

it('loses no mail while it is stopped, and no request waits for it', async () => {
  await server.stop();
  const users = [];
  for (let n = 0; n < 10; n++) users.push(await create());
  await senderIdle(forge);
  // As if the hour were over.
  await sql(forge, 'UPDATE outbox_mails SET created_at = created_at - 3600000');
  await tryAgain(forge);
  expect(await outboxOf(forge)).toHaveLength(10);
  await server.restart();
  await tryAgain(forge);
  const mails = await server.received(10);
  expect(mails.map(recipientOf).sort()).toEqual(users.map(({ email }) => email).sort());
  for (const mail of mails) expect(await confirm(secretIn(mail))).toBe(201);
  expect(await outboxOf(forge)).toEqual([]);
});

it('loses no mail if the service is killed while the server is stopped', async () => {
  await server.stop();
  const program = new Program();
  const settings = { ADMIN_TOKEN: 'token-of-an-administrator', SMTP_URL: server.url };
  program.start(settings);
  const user = person();
  const { status } = await fetch(new URL('/api/v3/users', await program.address()), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'private-token': settings.ADMIN_TOKEN },
    body: JSON.stringify(user),
  });
  expect(status).toBe(201);
  program.signal('SIGKILL');
  await program.exit();
  // As if the wait after the attempt were over, or its lease.
  const engine = await openEngine(`sqlite:${join(program.folder, 'data/forgenote.sqlite')}`);
  await engine.dataSource.query('UPDATE outbox_mails SET next_attempt_at = created_at');
  await engine.close();
  await server.restart();
  program.stdout = '';
  program.start(settings);
  await program.address();
  const mails = await server.received(1);
  expect(mails.map(recipientOf)).toEqual([user.email]);
  await program.remove();
});

it('refuses a dead address for a day. Then the mail is given up with one log line', async () => {
  const log = recordLog();
  const dead = await create('dead');
  const alive = await create();
  expect((await server.received(1)).map(recipientOf)).toEqual([alive.email]);
  await senderIdle(forge);
  for (let n = 0; n < 3; n++) await tryAgain(forge);
  expect(await outboxOf(forge)).toMatchObject([{ recipient: dead.email, refusals: 4 }]);
  await almostGiveUp(forge);
  await tryAgain(forge);
  log.stop();
  expect(await outboxOf(forge)).toEqual([]);
  const last = log.lines.filter(({ message }) => message.includes('given up'));
  expect(last).toMatchObject([{ level: 'warn', user: dead.id, attempts: 33 }]);
  expect(server.mails()).toHaveLength(1);
});

it('takes a mail at the second attempt that it refuses at the first', async () => {
  const { email } = await create('later');
  await senderIdle(forge);
  expect(server.mails()).toEqual([]);
  await tryAgain(forge);
  const [mail = ''] = await server.received(1);
  expect(recipientOf(mail)).toBe(email);
  expect(await confirm(secretIn(mail))).toBe(201);
});

it('takes a mail that it is slow with, and the request has been answered before', async () => {
  const { id, email } = await create('slow');
  expect(server.mails()).toEqual([]);
  expect(await forge.root.get(`/users/${id}`)).toMatchObject({ body: { confirmed_at: null } });
  server.hurry();
  expect((await server.received(1)).map(recipientOf)).toEqual([email]);
});
