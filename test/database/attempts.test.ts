import { startForge, type Forge } from '../support/app.js';
import { conflict, DatabaseAway, databaseOf } from '../support/internals.js';

let forge: Forge;
beforeAll(async () => {
  forge = await startForge();
});
afterAll(() => forge.close());

/** A unit whose first attempts give way to somebody else; returns how often it ran. */
async function giveWay(times: number): Promise<number> {
  let attempts = 0;
  await databaseOf(forge).unit(() => {
    attempts++;
    return attempts <= times ? Promise.reject(conflict()) : Promise.resolve();
  });
  return attempts;
}

describe('a unit that gives way to others', () => {
  it('runs until its eighth attempt', async () => {
    expect(await giveWay(7)).toBe(8);
  });

  it('fails after the eighth as a database that does not answer', async () => {
    await expect(giveWay(8)).rejects.toThrow(DatabaseAway);
  });

  it('is not repeated after any other failure', async () => {
    let attempts = 0;
    const unit = databaseOf(forge).unit(() => {
      attempts++;
      return Promise.reject(new Error('no conflict'));
    });
    await expect(unit).rejects.toThrow('no conflict');
    expect(attempts).toBe(1);
  });
});
