import { Sealer } from '../../src/core/auth/secrets.js';
import { TokenEncryption } from '../../src/features/users/token-encryption.service.js';
import { ROOT, startForge, type Forge } from '../support/app.js';
import { failAt, injectFailures } from '../support/injected-failures.js';
import { sql } from '../support/internals.js';
import { addUsers } from '../support/many-rows.js';

const [OLD, NEW] = ['o'.repeat(40), 'n'.repeat(40)];
const [former, present] = [new Sealer(OLD), new Sealer(NEW)];
/** Of `TokenEncryption`. */
const BATCH = 500;

let forge: Forge;
beforeAll(async () => {
  forge = await startForge({ SECRET_KEY: NEW, SECRET_KEY_PREVIOUS: OLD });
});
afterAll(() => forge.close());

const tokenOf = (id: number) => (id === 1 ? ROOT.token : `token of user ${id}`);

/** Encrypts a token of each user with the former key. Returns the ids. */
async function sealWithFormerKey(): Promise<number[]> {
  const users = await sql<{ id: number }>(
    forge,
    "SELECT id FROM users WHERE id = 1 OR username LIKE 'crowd-%' ORDER BY id",
  );
  const ids = users.map(({ id }) => id);
  const cases = ids.map((id) => `WHEN ${id} THEN '${former.seal(tokenOf(id))}'`);
  await sql(
    forge,
    `UPDATE users SET token_sealed = CASE id ${cases.join(' ')} END WHERE id IN (${ids.join()})`,
  );
  return ids;
}

/** The users whose tokens the new key alone decrypts. */
async function renewed(): Promise<number[]> {
  const rows = await sql<{ id: number; token_sealed: string }>(
    forge,
    "SELECT id, token_sealed FROM users WHERE token_sealed <> '' ORDER BY id",
  );
  return rows.flatMap(({ id, token_sealed }) => (opens(id, token_sealed) ? [id] : []));
}
function opens(id: number, sealed: string): boolean {
  try {
    return present.open(sealed) === tokenOf(id);
  } catch {
    return false;
  }
}

describe('TokenEncryption.renew', () => {
  it('keeps the batches before a failure, and encrypts the rest when it runs again', async () => {
    await addUsers(forge, 1200);
    const ids = await sealWithFormerKey();
    expect(ids).toHaveLength(1201);
    expect(await renewed()).toEqual([]);
    await injectFailures(forge);
    const renew = () => forge.app.get(TokenEncryption).renew();

    // A row of the second batch: the first has an audit event too.
    await failAt(forge, BATCH + 200);
    await expect(renew()).rejects.toThrow();
    expect(await renewed()).toEqual(ids.slice(0, BATCH));

    await failAt(forge, 0);
    await renew();
    expect(await renewed()).toEqual(ids);
  });
});
