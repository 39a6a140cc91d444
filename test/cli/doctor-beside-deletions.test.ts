import { DeletionService } from '../../src/core/deletion/deletion.service.js';
import { Doctor } from '../../src/core/doctor/doctor.service.js';
import { startForge, type Forge } from '../support/app.js';
import { holdWorker, setRowsPerUnit } from '../support/deletions.js';
import { engineOf, write } from '../support/internals.js';
import type { Resource } from '../support/seed.js';

let forge: Forge;
let issue: Resource;
let finish: () => Promise<void>;
beforeEach(async () => {
  forge = await startForge();
  const ada = await forge.seed.user();
  issue = await forge.seed.issue(await forge.seed.project(ada), ada);
  await forge.seed.note(issue, ada);
  setRowsPerUnit(forge, 0);
  finish = holdWorker(forge);
});
afterEach(() => forge.close());

/** Runs `work` before the notes are compared with their events. */
function beforeComparison(work: () => Promise<void>): void {
  const engine = engineOf(forge);
  const read = engine.read.bind(engine);
  engine.read = async (query, values, ms) => {
    if (query.text.includes("e.action = 'commented on'")) {
      Reflect.deleteProperty(engine, 'read');
      await work();
    }
    return read(query, values, ms);
  };
}

/** Marks the issue, and deletes the events of its notes, as the worker does before it deletes the notes. */
async function beginDeletion(): Promise<void> {
  expect((await forge.root.delete(issue.at)).status).toBe(200);
  await write(forge, "DELETE FROM events WHERE action = 'commented on'", {});
}

const examine = () => forge.app.get(Doctor, { strict: false }).examine();

describe('An examination beside deletions', () => {
  it('reports no note whose deletion has begun meanwhile, and counts the deletion', async () => {
    beforeComparison(beginDeletion);
    expect(await examine()).toEqual({ findings: [], damage: [], unfinishedDeletions: 1 });
  });

  it('reports no note whose deletion has begun and ended meanwhile', async () => {
    const deletions = forge.app.get(DeletionService);
    const countUnfinished = deletions.countUnfinished.bind(deletions);
    beforeComparison(async () => {
      await beginDeletion();
      deletions.countUnfinished = async () => {
        await finish();
        return countUnfinished();
      };
    });
    expect(await examine()).toEqual({ findings: [], damage: [], unfinishedDeletions: 0 });
  });
});
