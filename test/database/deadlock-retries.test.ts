import { RequestScope } from '../../src/database/request-scope.js';
import { startForge, type Forge } from '../support/app.js';
import { conflict, DatabaseUnavailable, databaseOf } from '../support/internals.js';

let forge: Forge;
beforeAll(async () => {
  forge = await startForge();
});
afterAll(() => forge.close());

/** Runs a transaction whose first attempts fail with a deadlock. Returns the number of attempts. */
async function failWithDeadlock(times: number, scope: RequestScope): Promise<number> {
  let attempts = 0;
  await databaseOf(forge).unit(scope, () => {
    attempts++;
    return attempts <= times ? Promise.reject(conflict()) : Promise.resolve();
  });
  return attempts;
}

describe('a transaction that fails with a deadlock', () => {
  it('is tried again, also many times', async () => {
    expect(await failWithDeadlock(10, RequestScope.background)).toBe(11);
  });

  it('fails at the end of its time as if the database did not respond', async () => {
    const shortly = new RequestScope(3_500);
    await expect(failWithDeadlock(Infinity, shortly)).rejects.toThrow(DatabaseUnavailable);
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
