import { startForge, type Forge } from '../support/app.js';
import { sql } from '../support/internals.js';
import { linkIn, openMailbox, type Mailbox } from '../support/mailbox.js';
import { answered } from '../support/expected-responses.js';
import type { SeededUser } from '../support/seed.js';
import { addEmail, emailView, newAddress, TAKEN } from './emails.js';

interface AuditEventBody {
  caller: { username: string } | null;
  details: object;
}

let mailbox: Mailbox;
let forge: Forge;
let ada: SeededUser;
let bob: SeededUser;

beforeAll(async () => {
  mailbox = await openMailbox();
  forge = await startForge({ SMTP_URL: mailbox.url });
});
afterAll(async () => {
  await forge.close();
  await mailbox.close();
});
beforeEach(async () => {
  [ada, bob] = [await newcomer(), await newcomer()];
});

let count = 0;
/** Confirmed by the administrator, so that no mail is sent. */
const newcomer = () => forge.seed.user({ username: `person${++count}`, confirm: false });

/** Adds an address to the user's own account. Returns the secret of the mail. */
async function add(user: SeededUser, email = newAddress()) {
  const added = await addEmail(user.client, email);
  const mail = await mailbox.next();
  expect(mail.to).toEqual([email]);
  return { ...added, secret: new URL(linkIn(mail)).searchParams.get('confirmation_token') ?? '' };
}
const confirm = async (secret: string) =>
  (await forge.anonymous.post('/confirmation', { confirmation_token: secret })).status;
const listOf = async ({ client }: SeededUser) =>
  (await client.get<{ email: string }[]>('/user/emails')).body.map(({ email }) => email);
/** What the audit trail has about addresses that the user has lost, newest first. */
const lossesOf = async ({ id }: SeededUser) => {
  const query = { action: 'email.removed', subject_type: 'user', subject_id: String(id) };
  const { body } = await forge.root.get<AuditEventBody[]>('/audit_events', query);
  return body.map(({ caller, details }) => ({ caller: caller?.username ?? null, details }));
};
const lossOf = ({ username }: SeededUser, email: string, caller: string | null) => ({
  caller,
  details: { username, email, unconfirmed: true, reason: 'another user has it' },
});
/** The administrator gave the address to the user in another way. */
const ownLossOf = ({ username }: SeededUser, email: string) => ({
  caller: 'root',
  details: { username, email, unconfirmed: true, reason: 'it counts without a confirmation now' },
});
const found = async (search: string) => {
  const [byAdmin, byUser] = await Promise.all(
    [forge.root, bob.client].map((client) => client.get<{ id: number }[]>('/users', { search })),
  );
  return [byAdmin.body.map(({ id }) => id), byUser.body.map(({ id }) => id)];
};
const create = (email: string) =>
  forge.root.post('/users', {
    ...{ email, username: `person${++count}`, name: 'N', password: 'a good password' },
    confirm: false,
  });

describe('A secondary address that a user has added and not confirmed', () => {
  it('is in the lists of the user', async () => {
    const { id, email } = await add(ada);
    expect(await ada.client.get('/user/emails')).toEqual(answered(200, [emailView(email)]));
    expect(await ada.client.get(`/user/emails/${id}`)).toEqual(answered(200, { id, email }));
    expect(await forge.root.get(`${ada.at}/emails`)).toEqual(answered(200, [{ id, email }]));
  });

  it('stays unconfirmed while its user is blocked: the link returns 404', async () => {
    const { email, secret } = await add(ada);
    await forge.root.put(`${ada.at}/block`);
    expect(await confirm(secret)).toBe(404);
    expect(await found(email)).toEqual([[], []]);
    await forge.root.put(`${ada.at}/unblock`);
    expect(await confirm(secret)).toBe(201);
  });

  it('is found by nobody until the link was followed', async () => {
    const { email, secret } = await add(ada);
    expect(await found(email)).toEqual([[], []]);
    expect(await found(email.slice(0, -3))).toEqual([[], []]);
    expect(await confirm(secret)).toBe(201);
    expect(await found(email)).toEqual([[ada.id], [ada.id]]);
    expect(await found(email.slice(0, -3))).toEqual([[ada.id], []]);
    expect(await confirm(secret)).toBe(404);
  });

  it('cannot be used to sign in, neither before nor after', async () => {
    const { email, secret } = await add(ada);
    const signIn = async () =>
      (await forge.anonymous.post('/session', { login: email, password: ada.password })).status;
    expect(await signIn()).toBe(401);
    await confirm(secret);
    expect(await signIn()).toBe(401);
  });

  it('keeps its id when it is confirmed', async () => {
    const { id, email, secret } = await add(ada);
    await confirm(secret);
    expect(await ada.client.get(`/user/emails/${id}`)).toEqual(answered(200, { id, email }));
  });

  it('is removed when an administrator creates a user with it', async () => {
    const { email, secret } = await add(ada);
    expect((await create(email)).status).toBe(201);
    expect(await listOf(ada)).toEqual([]);
    expect(await lossesOf(ada)).toEqual([lossOf(ada, email, 'root')]);
    expect(await confirm(secret)).toBe(404);
  });

  it('is removed when an administrator gives it to another user as primary or secondary address', async () => {
    const losses: object[] = [];
    for (const give of [
      (email: string) => forge.root.put(bob.at, { email }),
      (email: string) => forge.root.post(`${bob.at}/emails`, { email }),
    ]) {
      const { email, secret } = await add(ada);
      expect((await give(email)).status).toBeLessThan(300);
      expect(await listOf(ada)).toEqual([]);
      losses.unshift(lossOf(ada, email, 'root'));
      expect(await lossesOf(ada)).toEqual(losses);
      expect(await confirm(secret)).toBe(404);
    }
  });

  it('gives way to another user who confirms it first', async () => {
    const email = newAddress();
    const [ofAda, ofBob] = [await add(ada, email), await add(bob, email)];
    expect(await confirm(ofBob.secret)).toBe(201);
    expect([await listOf(ada), await listOf(bob)]).toEqual([[], [email]]);
    expect([await lossesOf(ada), await lossesOf(bob)]).toEqual([[lossOf(ada, email, null)], []]);
    expect(await confirm(ofAda.secret)).toBe(404);
    expect(await found(email)).toEqual([[bob.id], [bob.id]]);
  });

  it('goes to exactly one of two users who confirm it concurrently', async () => {
    for (let round = 0; round < 5; round++) {
      const email = newAddress();
      const all = [await add(ada, email), await add(bob, email)];
      const statuses = await Promise.all(all.map(({ secret }) => confirm(secret)));
      expect(statuses.sort()).toEqual([201, 404]);
      const owners = [await listOf(ada), await listOf(bob)].filter((list) => list.includes(email));
      expect(owners).toHaveLength(1);
    }
  });

  it('becomes the primary address if an administrator says so, and leaves the list', async () => {
    const { email, secret } = await add(ada);
    expect((await forge.root.put(ada.at, { email })).status).toBe(200);
    expect([await listOf(ada), await lossesOf(ada)]).toEqual([[], [ownLossOf(ada, email)]]);
    expect(await confirm(secret)).toBe(404);
  });

  it('gives way if an administrator adds it', async () => {
    const { id, email, secret } = await add(ada);
    const added = await forge.root.post<{ id: number }>(`${ada.at}/emails`, { email });
    expect(added.status).toBe(201);
    expect(added.body.id).not.toBe(id);
    expect([await listOf(ada), await lossesOf(ada)]).toEqual([[email], [ownLossOf(ada, email)]]);
    expect(await confirm(secret)).toBe(404);
  });

  it('cannot be confirmed 24 hours after the mail was sent', async () => {
    const { id, secret } = await add(ada);
    const sent = (ms: number) =>
      sql(forge, `UPDATE emails SET confirmation_sent_at = ${Date.now() - ms} WHERE id = ${id}`);
    await sent(86_400_001);
    expect(await confirm(secret)).toBe(404);
    await sent(86_000_000);
    expect(await confirm(secret)).toBe(201);
  });

  it('cannot be confirmed after the user has deleted it, and can be added again', async () => {
    const { id, email, secret } = await add(ada);
    expect(await ada.client.delete(`/user/emails/${id}`)).toEqual(answered(200, { id, email }));
    expect(await confirm(secret)).toBe(404);
    expect(await confirm((await add(ada, email)).secret)).toBe(201);
  });

  it('is not added if the address counts for somebody, or the user has added it already', async () => {
    const { email } = await add(ada);
    const confirmed = await add(bob);
    await confirm(confirmed.secret);
    for (const taken of [email, email.toUpperCase(), bob.email, ada.email, confirmed.email])
      expect(await ada.client.post('/user/emails', { email: taken })).toEqual(
        answered(400, { message: TAKEN }),
      );
  });

  it('counts towards the maximum of 100', async () => {
    const { id } = await add(ada);
    const row = `user_id, unconfirmed_email, is_primary, created_at) SELECT ${ada.id}`;
    for (let n = 1; n < 100; n++)
      await sql(
        forge,
        `INSERT INTO emails (${row}, 'many${n}@x', 0, created_at FROM emails WHERE id = ${id}`,
      );
    const { status, body } = await ada.client.post('/user/emails', { email: newAddress() });
    expect([status, Object.keys((body as { message: object }).message)]).toEqual([400, ['email']]);
  });

  it('is deleted together with the user', async () => {
    const { secret } = await add(ada);
    await forge.root.delete(ada.at);
    expect(await confirm(secret)).toBe(404);
    expect(await sql(forge, `SELECT id FROM emails WHERE user_id = ${ada.id}`)).toEqual([]);
  });
});

describe('A secondary address that an administrator adds', () => {
  it('counts at once, without a mail', async () => {
    const email = newAddress();
    expect((await forge.root.post(`${ada.at}/emails`, { email })).status).toBe(201);
    expect(await found(email)).toEqual([[ada.id], [ada.id]]);
    // The next mail is another one.
    await add(bob);
  });
});
