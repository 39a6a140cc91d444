import { startForge, type Forge } from '../support/app.js';
import type { SeededUser } from '../support/seed.js';
import {
  answered,
  fullView,
  profileView,
  rootUser,
  rootView,
} from '../support/expected-responses.js';

describe('GET /users/:id', () => {
  let forge: Forge;
  let alice: SeededUser;
  let bob: SeededUser;

  beforeAll(async () => {
    forge = await startForge();
    alice = await forge.seed.user({ bio: 'Follows rabbits', messenger: 'alice.w' });
    bob = await forge.seed.user();
  });
  afterAll(() => forge.close());

  const given = { bio: 'Follows rabbits', messenger: 'alice.w' };

  it('returns the profile to a normal user', async () => {
    expect(await bob.client.get(alice.at)).toEqual(answered(200, profileView(forge, alice, given)));
  });

  it('returns only the profile of the caller to a normal user', async () => {
    expect(await alice.client.get(alice.at)).toEqual(
      answered(200, profileView(forge, alice, given)),
    );
  });

  it('shows to a normal user who is an administrator', async () => {
    expect(await bob.client.get('/users/1')).toEqual(
      answered(200, profileView(forge, rootUser, { is_admin: true })),
    );
  });

  it('returns the full view to an administrator', async () => {
    expect(await forge.root.get(alice.at)).toEqual(answered(200, fullView(forge, alice, given)));
  });

  it('returns the full view of the caller without the token to an administrator', async () => {
    expect(await forge.root.get('/users/1')).toEqual(answered(200, rootView(forge)));
  });

  it('returns the profile to an administrator who acts as a normal user', async () => {
    expect(await forge.root.sudo(bob.id).get(alice.at)).toEqual(
      answered(200, profileView(forge, alice, given)),
    );
  });

  it.each([
    ...['0', '999999', '9007199254740991', '9007199254740993', '99999999999999999999'],
    ...['-1', '+1', '1.0', '1e0', '0x1', 'root', '%20', '1%20', '%31%00', '%D9%A1', '..%2F1'],
  ])('does not find %s', async (id) => {
    expect(await bob.client.get(`/users/${id}`)).toEqual(
      answered(404, { message: '404 User Not Found' }),
    );
  });
});
