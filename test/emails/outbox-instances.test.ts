import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createApp } from '../../src/app/app.js';
import { CONFIG, type Config } from '../../src/base/config/config.js';
import { startForge, type Forge } from '../support/app.js';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { sql } from '../support/internals.js';
import { openMailbox, type Mailbox } from '../support/mailbox.js';
import { holdSender, limitsOf, outboxOf, OutboxLimits, OutboxSender } from './outbox.js';

let database: FreshDatabase;
let mailbox: Mailbox;
let forges: Forge[];

beforeEach(async () => {
  database = await freshDatabase();
  mailbox = await openMailbox();
  forges = [];
});
afterEach(async () => {
  for (const forge of forges.reverse()) await forge.close();
  await mailbox.close();
  await database.drop();
});

async function start(smtpUrl = mailbox.url): Promise<Forge> {
  const forge = await startForge({ DATABASE_URL: database.url, SMTP_URL: smtpUrl });
  forges.push(forge);
  return forge;
}
/** Another service on the database of `forge`, which does not listen. */
const startAnother = (forge: Forge, limits: Partial<OutboxLimits> = {}, smtpUrl = mailbox.url) => {
  const config = forge.app.get<Config>(CONFIG);
  return createApp({ ...config, mail: { ...config.mail, smtpUrl } }, (app) => {
    Object.assign(app.get(OutboxLimits, { strict: false }), limits);
  });
};

let count = 0;
async function create(forge: Forge): Promise<string> {
  const username = `shared${++count}`;
  const email = `${username}@example.com`;
  const user = { username, email, name: 'Some One', password: 'a good password' };
  expect((await forge.root.post('/users', user)).status).toBe(201);
  return email;
}

/** A mail server that accepts connections and says nothing. */
async function silentServer() {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => sockets.add(socket.on('error', () => undefined)));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connected: () => (sockets.size > 0 ? Promise.resolve([]) : once(server, 'connection')),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await once(server.close(), 'close');
    },
  };
}

describe('Instances on one database', () => {
  it('send each mail once', async () => {
    const [one, other] = [await start(), await start()];
    const senders = [holdSender(one), holdSender(other)];
    const emails = [];
    for (let n = 0; n < 20; n++) emails.push(await create(one));
    await Promise.all(senders.map((send) => send()));
    expect(mailbox.unread.flatMap(({ to }) => to).sort()).toEqual(emails.sort());
    expect(await outboxOf(one)).toEqual([]);
  });

  it('send what another instance has written and not sent', async () => {
    const one = await start();
    holdSender(one);
    const email = await create(one);
    const another = await startAnother(one);
    try {
      expect((await mailbox.next()).to).toEqual([email]);
      await another.get(OutboxSender, { strict: false }).idle();
      expect(await outboxOf(one)).toEqual([]);
    } finally {
      await another.close();
    }
  });

  it('send what another instance writes while they run', async () => {
    const one = await start();
    holdSender(one);
    const another = await startAnother(one, { pollMs: 20 });
    try {
      const email = await create(one);
      expect((await mailbox.next()).to).toEqual([email]);
    } finally {
      await another.close();
    }
  });

  it('leave a mail alone while another instance sends it, and take it over when that has died', async () => {
    const one = await start();
    const sendAll = holdSender(one);
    const email = await create(one);
    const lease = (ms: number) =>
      sql(one, `UPDATE outbox_mails SET lease = 'dead', next_attempt_at = ${Date.now() + ms}`);
    await lease(60_000);
    await sendAll();
    expect(mailbox.unread).toEqual([]);
    await lease(-1);
    one.app.get(OutboxSender, { strict: false }).wake();
    expect((await mailbox.next()).to).toEqual([email]);
  });
});

describe('A mail server that accepts connections and says nothing', () => {
  let silent: Awaited<ReturnType<typeof silentServer>>;
  beforeEach(async () => {
    silent = await silentServer();
  });
  afterEach(() => silent.close());

  it('delays neither requests nor the end of the service, and the next start sends', async () => {
    const one = await start(silent.url);
    limitsOf(one).stopMs = 0;
    const email = await create(one);
    await silent.connected();
    expect(await outboxOf(one)).toMatchObject([
      { recipient: email, lease: expect.any(String) as unknown },
    ]);
    await create(one);
    await forges.pop()?.close();
    const another = await start();
    const mails = [await mailbox.next(), await mailbox.next()];
    expect(mails.flatMap(({ to }) => to)).toContain(email);
    await another.app.get(OutboxSender, { strict: false }).idle();
    expect(await outboxOf(another)).toEqual([]);
  });

  it('ends an attempt that takes too long', async () => {
    const one = await start(silent.url);
    limitsOf(one).attemptMs = 20;
    await create(one);
    await one.app.get(OutboxSender, { strict: false }).idle();
    const [mail] = await outboxOf(one);
    expect(mail).toMatchObject({ refusals: 0, lease: null });
    expect(mail?.next_attempt_at).toBeGreaterThan(Date.now());
  });
});

it('sends nothing without SMTP_URL, and keeps what waits', async () => {
  const one = await start();
  holdSender(one);
  await create(one);
  const config = one.app.get<Config>(CONFIG);
  const another = await createApp({ ...config, mail: { ...config.mail, smtpUrl: null } });
  await another.get(OutboxSender, { strict: false }).idle();
  await another.close();
  expect(mailbox.unread).toEqual([]);
  expect(await outboxOf(one)).toMatchObject([{ attempts: 0 }]);
});
