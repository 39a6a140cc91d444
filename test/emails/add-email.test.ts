import { additionsOf } from '../keys-and-emails/kinds.js';
import { ROOT, startForge, type Forge } from '../support/app.js';
import type { SeededUser } from '../support/seed.js';
import { answered } from '../support/expected-responses.js';
import { addEmail, emailView, newAddress, INVALID_ADDRESSES, TAKEN } from './emails.js';

let forge: Forge;
let ada: SeededUser;

beforeAll(async () => {
  forge = await startForge();
});
beforeEach(async () => {
  ada = await forge.seed.user();
});
afterAll(() => forge.close());

// POST /user/emails and POST /users/:id/emails
describe.each(additionsOf('emails'))('POST $route', ({ failure, add: addTo }) => {
  const add = (given: object) => addTo(forge, ada, given);
  const refused = (message: object) => answered(failure, { message });

  it('keeps the primary address', async () => {
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
  ])('stores %j as %j', async (given, kept) => {
    const { status, body } = await add({ email: given });
    expect([status, body]).toEqual([201, emailView(kept)]);
    // The other operation adds the same address.
    await ada.client.delete(`/user/emails/${(body as { id: number }).id}`);
  });

  it('returns an error for a request without an address', async () => {
    expect(await add({})).toEqual(refused({ email: ['is missing'] }));
  });

  it.each(INVALID_ADDRESSES)('returns an error for %j and adds nothing', async (email, text) => {
    expect(await add({ email })).toEqual(refused({ email: [text] }));
    expect((await ada.client.get('/user/emails')).body).toEqual([]);
  });

  it('refuses the primary address of the user in any letter case', async () => {
    expect(await add({ email: ada.email })).toEqual(refused(TAKEN));
    expect(await add({ email: ada.email.toUpperCase() })).toEqual(refused(TAKEN));
  });

  it('refuses the primary address of another user', async () => {
    for (const { email } of [ROOT, await forge.seed.user()]) {
      expect(await add({ email })).toEqual(refused(TAKEN));
    }
  });

  it('refuses a secondary address of a blocked user', async () => {
    const bob = await forge.seed.user();
    const { email } = await addEmail(bob.client);
    await forge.root.put(`${bob.at}/block`);
    expect(await add({ email: ` ${email.toUpperCase()} ` })).toEqual(refused(TAKEN));
  });

  it('accepts the primary address of a deleted user', async () => {
    const bob = await forge.seed.user();
    await forge.root.delete(bob.at);
    expect((await add({ email: bob.email })).status).toBe(201);
  });

  it('accepts a former primary address of the user', async () => {
    await forge.root.put(ada.at, { email: newAddress() });
    expect((await add({ email: ada.email })).status).toBe(201);
  });

  it('makes the address unavailable to new users', async () => {
    const email = newAddress();
    await add({ email });
    const person = { username: 'newcomer', name: 'N', password: 'a good password' };
    expect(await forge.root.post('/users', { ...person, email })).toEqual(
      answered(409, { message: 'Email has already been taken' }),
    );
  });
});
