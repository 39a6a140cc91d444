import { createAdministrator } from '../../src/operations/cli/accounts.command.js';
import { startForge, type Forge } from '../support/app.js';
import { failAt, injectFailures } from '../support/injected-failures.js';

let forge: Forge;
beforeAll(async () => {
  forge = await startForge();
  await injectFailures(forge);
});
afterAll(() => forge.close());

const create = () => createAdministrator(forge.app, 'ada', { email: 'ada@example.org' });
const users = async () => (await forge.root.get<unknown[]>('/users', { username: 'ada' })).body;

describe('createAdministrator', () => {
  it('leaves no user without a shown token, whichever row cannot be written', async () => {
    let failures = 0;
    for (;;) {
      await failAt(forge, failures + 1);
      const report = await create().catch(() => null);
      await failAt(forge, 0);
      if (report) break;
      failures++;
      expect(await users()).toEqual([]);
    }
    // The user, and the audit events of the user and of the token at least.
    expect(failures).toBeGreaterThan(2);
    expect(await users()).toHaveLength(1);
  });
});
