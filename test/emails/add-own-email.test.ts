import { ROOT, startForge, type Forge } from '../support/app.js';
import type { SeededUser } from '../support/seed.js';
import { answered } from '../support/views.js';
import { addEmail, emailView, newAddress, NO_ADDRESSES, TAKEN } from './emails.js';

describe('POST /user/emails', () => {
  let forge: Forge;
  let ada: SeededUser;

  beforeAll(async () => {
    forge = await startForge();
  });
  beforeEach(async () => {
    ada = await forge.seed.user();
  });
  afterAll(() => forge.close());

  const add = (given: object) => ada.client.post('/user/emails', given);
  const refused = (message: object) => answered(400, { message });

  it('answers 201 and the email', async () => {
    const answer = await add({ email: 'ada@work.example' });
    expect(answer).toEqual(answered(201, emailView('ada@work.example')));
    expect(await ada.client.get('/user/emails')).toEqual(answered(200, [answer.body]));
  });

  it('leaves the primary address', async () => {
    await add({ email: newAddress() });
    expect((await ada.client.get('/user')).body).toMatchObject({ email: ada.email });
  });

  it.each([
    [' Ada@Home.EXAMPLE\n', 'ada@home.example'],
    ['ada+notes@home.example', 'ada+notes@home.example'],
    ["o'ada_%@home.example", "o'ada_%@home.example"],
    ['ÄDA@ЯНДЕКС.example', 'äda@яндекс.example'],
    ['a@b', 'a@b'],
    [`${'x'.repeat(242)}@example.com`, `${'x'.repeat(242)}@example.com`],
  ])('keeps %j as %j', async (given, kept) => {
    expect(await add({ email: given })).toEqual(answered(201, emailView(kept)));
  });

  it('takes a form', async () => {
    const form = new URLSearchParams({ email: 'ada+form@home.example' });
    expect(await add(form)).toEqual(answered(201, emailView('ada+form@home.example')));
  });

  it('ignores what the service decides itself', async () => {
    const email = newAddress();
    expect(await add({ email, id: 7, user_id: 1, is_primary: true })).toEqual(
      answered(201, emailView(email)),
    );
    expect((await forge.root.get('/user/emails')).body).toEqual([]);
  });

  it('adds it to the user an administrator acts as', async () => {
    const { body } = await forge.root.sudo(ada.id).post('/user/emails', { email: newAddress() });
    expect((await ada.client.get('/user/emails')).body).toEqual([body]);
  });

  describe('refuses, with a map of what is wrong,', () => {
    it('nothing at all', async () => {
      expect(await add({})).toEqual(refused({ email: ['is missing'] }));
    });

    it.each(NO_ADDRESSES)('%j', async (email, text) => {
      expect(await add({ email })).toEqual(refused({ email: [text] }));
      expect((await ada.client.get('/user/emails')).body).toEqual([]);
    });

    it('one’s own primary address, in any letter case', async () => {
      expect(await add({ email: ada.email })).toEqual(refused(TAKEN));
      expect(await add({ email: ada.email.toUpperCase() })).toEqual(refused(TAKEN));
    });

    it('an address one has added before', async () => {
      const { email } = await addEmail(ada.client);
      expect(await add({ email })).toEqual(refused(TAKEN));
    });

    it('the primary address of somebody else', async () => {
      expect(await add({ email: ROOT.email })).toEqual(refused(TAKEN));
    });

    it('the secondary address of somebody else, be he blocked', async () => {
      const bob = await forge.seed.user();
      const { email } = await addEmail(bob.client);
      await forge.root.put(`${bob.at}/block`);
      expect(await add({ email: ` ${email.toUpperCase()} ` })).toEqual(refused(TAKEN));
    });
  });

  it('takes an address its owner has deleted', async () => {
    const bob = await forge.seed.user();
    const { id, email } = await addEmail(bob.client);
    await bob.client.delete(`/user/emails/${id}`);
    expect((await add({ email })).status).toBe(201);
  });

  it('takes the addresses of who is gone', async () => {
    const bob = await forge.seed.user();
    const { email } = await addEmail(bob.client);
    await forge.root.delete(bob.at);
    for (const free of [email, bob.email]) expect((await add({ email: free })).status).toBe(201);
  });

  it('takes the address that was one’s primary one', async () => {
    const { email } = ada;
    await forge.root.put(ada.at, { email: newAddress() });
    expect((await add({ email })).status).toBe(201);
  });

  it('keeps the address from new users', async () => {
    const { email } = await addEmail(ada.client);
    const person = { username: 'newcomer', name: 'N', password: 'a good password' };
    expect(await forge.root.post('/users', { ...person, email })).toEqual(
      answered(409, { message: 'Email has already been taken' }),
    );
  });
});
