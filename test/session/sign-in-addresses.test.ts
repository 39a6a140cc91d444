import { startForge, type Forge } from '../support/app.js';
import type { SeededUser } from '../support/seed.js';
import { answered } from '../support/expected-responses.js';

let forge: Forge;
let ada: SeededUser;
beforeAll(async () => {
  forge = await startForge();
  ada = await forge.seed.user();
  await ada.client.post('/user/emails', { email: 'second@example.com' });
});
afterAll(() => forge.close());

const signIn = (given: object) =>
  forge.anonymous.post('/session', { ...given, password: ada.password });

describe('POST /session with an address', () => {
  it.each(['login', 'email'])('accepts the primary address as %s', async (name) => {
    expect((await signIn({ [name]: ada.email })).status).toBe(201);
  });

  it.each(['login', 'email'])('rejects a secondary address as %s', async (name) => {
    const refused = answered(401, { message: '401 Unauthorized' });
    expect(await signIn({ [name]: 'second@example.com' })).toEqual(refused);
  });

  it('accepts a secondary address that has become the primary one', async () => {
    const bob = await forge.seed.user();
    await bob.client.post('/user/emails', { email: 'moved@example.com' });
    await forge.root.put(bob.at, { email: 'moved@example.com' });
    const { password } = bob;
    const by = async (login: string) =>
      (await forge.anonymous.post('/session', { login, password })).status;
    expect([await by('moved@example.com'), await by(bob.email)]).toEqual([201, 401]);
  });
});
