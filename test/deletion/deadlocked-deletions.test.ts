import { startForge, type Forge } from '../support/app.js';
import { holdWorker, unfinishedDeletions } from '../support/deletions.js';
import { engineOf, conflict } from '../support/internals.js';
import { brokenRules } from '../support/invariants.js';
import type { Resource, SeededUser } from '../support/seed.js';

let forge: Forge;
let ada: SeededUser;
let issue: Resource;
beforeAll(async () => {
  forge = await startForge();
  ada = await forge.seed.user();
});
beforeEach(async () => {
  issue = await forge.seed.issue(await forge.seed.project(ada), ada);
  await forge.seed.note(issue, ada);
});
afterAll(() => forge.close());

/** Lets the statement that deletes the issue itself deadlock so many times. */
function deadlock(times: number): { stop: () => void } {
  const engine = engineOf(forge);
  const run = engine.run.bind(engine);
  let left = times;
  engine.run = (runner, statement, values) =>
    /^DELETE FROM issues/.test(statement.text) && left-- > 0
      ? Promise.reject(conflict())
      : run(runner, statement, values);
  return { stop: () => Reflect.deleteProperty(engine, 'run') };
}

describe('a small deletion that deadlocks', () => {
  it.each([
    ['runs again as one unit of work', 1, 0],
    ['marks its root and deletes the rest in the background', 3, 1],
  ])('%s after %i deadlocks', async (_, times, unfinished) => {
    const finish = holdWorker(forge);
    const { stop } = deadlock(times);
    expect((await ada.client.delete(issue.at)).status).toBe(200);
    stop();
    expect(await unfinishedDeletions(forge)).toBe(unfinished);
    expect((await forge.root.get(issue.at)).status).toBe(404);
    expect(await brokenRules(forge)).toEqual({});
    await finish();
    expect(await unfinishedDeletions(forge)).toBe(0);
    expect(await brokenRules(forge)).toEqual({});
  });
});
