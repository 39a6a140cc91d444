import { startForge, type Forge } from '../support/app.js';
import { ldapBlock } from '../support/direct-sql.js';
import type { SeededUser } from '../support/seed.js';
import { answered, fullView } from '../support/expected-responses.js';

// Most client libraries send POST.
describe.each([
  ['PUT', 200],
  ['POST', 201],
] as const)('%s /users/:uid/block', (method, success) => {
  let forge: Forge;
  let alice: SeededUser;

  beforeAll(async () => {
    forge = await startForge();
  });
  beforeEach(async () => {
    alice = await forge.seed.user();
  });
  afterAll(() => forge.close());

  const block = ({ at }: { at: string }, client = forge.root) => client.send(method, `${at}/block`);

  it('returns true and blocks the user', async () => {
    expect(await block(alice)).toEqual(answered(success, true));
    expect(await forge.root.get(alice.at)).toEqual(
      answered(200, fullView(forge, alice, { state: 'blocked' })),
    );
  });

  it('returns false if the user is already blocked', async () => {
    await block(alice);
    expect(await block(alice)).toEqual(answered(success, false));
  });

  it('returns 403 for a user blocked by LDAP and keeps the state', async () => {
    await ldapBlock(forge, alice);
    expect(await block(alice)).toEqual(
      answered(403, {
        message: '403 Forbidden  - LDAP blocked users cannot be modified by the API',
      }),
    );
    expect(await forge.root.get(alice.at)).toEqual(
      answered(200, fullView(forge, alice, { state: 'ldap_blocked' })),
    );
  });

  it('does not let administrators block themselves', async () => {
    const judy = await forge.seed.admin();
    expect(await block(judy, judy.client)).toEqual(
      answered(403, { message: '403 Forbidden  - You cannot block your own account' }),
    );
  });

  it('does not let administrators block themselves with sudo to another', async () => {
    const judy = await forge.seed.admin();
    expect(await block(judy, judy.client.sudo('root'))).toEqual(
      answered(403, { message: '403 Forbidden  - You cannot block your own account' }),
    );
  });

  it('does not let administrators block the user of sudo', async () => {
    const judy = await forge.seed.admin();
    expect(await block(judy, forge.root.sudo(judy.id))).toEqual(
      answered(403, { message: '403 Forbidden  - You cannot block your own account' }),
    );
  });

  it('lets an administrator block another', async () => {
    expect(await block(await forge.seed.admin())).toEqual(answered(success, true));
  });

  it('succeeds once for 10 concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => block(alice)));
    expect(answers.filter(({ body }) => body === true)).toHaveLength(1);
  });
});
