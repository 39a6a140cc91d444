import { RequestScope } from '../../src/database/request-scope.js';
import { startForge, type Forge } from '../support/app.js';
import { conflict, DatabaseUnavailable, databaseOf } from '../support/internals.js';

let forge: Forge;
beforeAll(async () => {
  forge = await startForge();
});
afterAll(() => forge.close());

/** Runs a transaction whose first attempts fail with a deadlock. Returns the number of attempts. */
async function failWithDeadlock(times: number): Promise<number> {
  let attempts = 0;
  await databaseOf(forge).unit(RequestScope.background, () => {
    attempts++;
    return attempts <= times ? Promise.reject(conflict()) : Promise.resolve();
  });
  return attempts;
}

describe('a transaction that fails with a deadlock', () => {
  it('is tried up to eight times', async () => {
    expect(await failWithDeadlock(7)).toBe(8);
  });

  it('fails after the eighth attempt as if the database did not respond', async () => {
    await expect(failWithDeadlock(8)).rejects.toThrow(DatabaseUnavailable);
  });

  it('is not retried after any other failure', async () => {
    let attempts = 0;
    const unit = databaseOf(forge).unit(RequestScope.background, () => {
      attempts++;
      return Promise.reject(new Error('no conflict'));
    });
    await expect(unit).rejects.toThrow('no conflict');
    expect(attempts).toBe(1);
  });
});
