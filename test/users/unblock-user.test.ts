import { startForge, type Forge } from '../support/app.js';
import { ldapBlock } from '../support/direct-sql.js';
import type { SeededUser } from '../support/seed.js';
import { answered, fullView } from '../support/expected-responses.js';

// Most client libraries send POST.
describe.each([
  ['PUT', 200],
  ['POST', 201],
] as const)('%s /users/:uid/unblock', (method, success) => {
  let forge: Forge;
  let alice: SeededUser;

  beforeAll(async () => {
    forge = await startForge();
  });
  beforeEach(async () => {
    alice = await forge.seed.user();
    await forge.root.put(`${alice.at}/block`);
  });
  afterAll(() => forge.close());

  const unblock = () => forge.root.send(method, `${alice.at}/unblock`);

  it('returns true and activates the user', async () => {
    expect(await unblock()).toEqual(answered(success, true));
    expect(await forge.root.get(alice.at)).toEqual(answered(200, fullView(forge, alice)));
  });

  it('returns false if the user is already active', async () => {
    await unblock();
    expect(await unblock()).toEqual(answered(success, false));
  });

  it('returns 403 for a user blocked by LDAP and keeps the state', async () => {
    await ldapBlock(forge, alice);
    expect(await unblock()).toEqual(
      answered(403, {
        message: '403 Forbidden  - LDAP blocked users cannot be unblocked by the API',
      }),
    );
    expect(await forge.root.get(alice.at)).toEqual(
      answered(200, fullView(forge, alice, { state: 'ldap_blocked' })),
    );
  });
});
