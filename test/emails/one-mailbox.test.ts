import { startForge, type Forge } from '../support/app.js';
import { answered } from '../support/expected-responses.js';
import { linkIn, openMailbox, type Mailbox } from '../support/mailbox.js';
import type { SeededUser } from '../support/seed.js';
import { addEmail, emailView, TAKEN } from './emails.js';

let mailbox: Mailbox;
let forge: Forge;
let ada: SeededUser;
let count = 0;

beforeAll(async () => {
  mailbox = await openMailbox();
  forge = await startForge({ SMTP_URL: mailbox.url });
});
afterAll(async () => {
  await forge.close();
  await mailbox.close();
});
beforeEach(async () => {
  ada = await newcomer();
});

const newcomer = (email?: string) =>
  forge.seed.user({ confirm: false, ...(email === undefined ? {} : { email }) });
const usersFound = async (client: SeededUser['client'], search: string) =>
  (await client.get<{ id: number }[]>('/users', { search })).body.map(({ id }) => id);
const signIn = (login: string, { password }: SeededUser) =>
  forge.anonymous.post<{ id: number; email: string }>('/session', { login, password });

/** Two texts for one mailbox, with a local part that no other test uses. */
const SPELLINGS: [string, string][] = [
  ['@bücher.example', '@xn--bcher-kva.example'],
  ['@xn--bcher-kva.example', '@bücher.example'],
  ['@BÜCHER.example', '@bu\u0308cher.example'],
  ['@яндекс.example', '@xn--d1acpjx3f.example'],
  ['@straße.example', '@xn--strae-oqa.example'],
  ['@mail.例え.テスト', '@mail.xn--r8jz45g.xn--zckzah'],
  ['ä@bücher.example', 'ä@XN--BCHER-KVA.example'],
];

describe.each(SPELLINGS)('An address with %j', (first, second) => {
  let one: string;
  let other: string;
  beforeEach(() => {
    [one, other] = [`x${++count}${first}`, `x${count}${second}`];
  });

  const shown = () => one.normalize('NFKC').toLowerCase();

  it('is taken in its other form, too', async () => {
    await newcomer(one);
    const given = { username: `u${count}`, name: 'N', password: 'a good password' };
    expect(await forge.root.post('/users', { ...given, email: other })).toEqual(
      answered(409, { message: 'Email has already been taken' }),
    );
    expect(await forge.root.put(ada.at, { email: other })).toEqual(
      answered(404, { message: TAKEN }),
    );
    expect(await ada.client.post('/user/emails', { email: other })).toEqual(
      answered(400, { message: TAKEN }),
    );
    expect(await forge.root.post(`${ada.at}/emails`, { email: other })).toEqual(
      answered(404, { message: TAKEN }),
    );
  });

  it('is taken as a secondary address, too', async () => {
    expect((await forge.root.post(`${ada.at}/emails`, { email: one })).body).toEqual(
      emailView(shown()),
    );
    const bob = await newcomer();
    expect(await forge.root.post(`${bob.at}/emails`, { email: other })).toEqual(
      answered(404, { message: TAKEN }),
    );
    expect((await ada.client.get('/user/emails')).body).toEqual([emailView(shown())]);
  });

  it('signs its user in, in both forms, and is shown as it was given', async () => {
    const bob = await newcomer(one);
    for (const login of [one, other]) {
      const { status, body } = await signIn(login, bob);
      expect([status, body.email]).toEqual([201, shown()]);
    }
  });

  it('is found in both forms, by administrators also in part', async () => {
    const bob = await newcomer(one);
    for (const search of [one, other]) {
      expect(await usersFound(ada.client, search)).toEqual([bob.id]);
      expect(await usersFound(forge.root, search)).toEqual([bob.id]);
      expect(await usersFound(forge.root, search.slice(0, -3))).toEqual([bob.id]);
    }
  });

  it('can be changed to its other form by its user, which is then shown', async () => {
    const bob = await newcomer(one);
    expect((await forge.root.put(bob.at, { email: other })).status).toBe(200);
    const email = other.normalize('NFKC').toLowerCase();
    expect((await bob.client.get('/user')).body).toMatchObject({ email });
    expect((await signIn(one, bob)).status).toBe(201);
  });

  it('becomes the primary address of a user who has it in its other form', async () => {
    await forge.root.post(`${ada.at}/emails`, { email: other });
    expect((await forge.root.put(ada.at, { email: one })).body).toMatchObject({ email: shown() });
    expect((await ada.client.get('/user/emails')).body).toEqual([]);
  });

  it('is lost by users who have not confirmed it in its other form', async () => {
    const added = await addEmail(ada.client, other);
    const secret = new URL(linkIn(await mailbox.next())).searchParams.get('confirmation_token');
    expect(added).toEqual(emailView(other.normalize('NFKC').toLowerCase()));
    expect((await ada.client.post('/user/emails', { email: one })).status).toBe(400);
    await newcomer(one);
    expect((await ada.client.get('/user/emails')).body).toEqual([]);
    const { status } = await forge.anonymous.post('/confirmation', { confirmation_token: secret });
    expect(status).toBe(404);
  });

  it('is shown as it was given after its confirmation', async () => {
    await addEmail(ada.client, one);
    const secret = new URL(linkIn(await mailbox.next())).searchParams.get('confirmation_token');
    await forge.anonymous.post('/confirmation', { confirmation_token: secret });
    expect((await ada.client.get('/user/emails')).body).toEqual([emailView(shown())]);
    expect(await usersFound(ada.client, other)).toEqual([ada.id]);
  });
});

it.each([
  ['@127.1', '@127.0.0.1'],
  ['@%6d.example', '@m.example'],
  ['@bucher.example', '@bücher.example'],
  ['@strasse.example', '@straße.example'],
  ['@0x7f.example', '@127.example'],
])('%j and %j are two mailboxes', async (first, second) => {
  const [one, other] = [await newcomer(`y${first}`), await newcomer(`y${second}`)];
  expect((await signIn(`y${first}`, one)).body.id).toBe(one.id);
  expect((await signIn(`y${second}`, other)).body.id).toBe(other.id);
  expect(await usersFound(ada.client, `y${second}`)).toEqual([other.id]);
});
