import { startForge, type Forge } from '../support/app.js';
import { deletionsFinished } from '../support/deletions.js';
import { countEveryRow, orphans, sql, watchWrites, write } from '../support/internals.js';
import { addNotes } from '../support/many-rows.js';
import { VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';

const MANY = 1_100;
/** No write of a deletion changes more rows. */
const MOST_ROWS = 500;

let forge: Forge;
let ada: SeededUser;
let project: Resource;
beforeAll(async () => {
  forge = await startForge();
  ada = await forge.seed.user();
  project = await forge.seed.project(ada, { visibility_level: VISIBILITY.public });
  // The deletion of the first user creates the ghost.
  await forge.root.delete((await forge.seed.user()).at);
});
afterAll(() => forge.close());

/** How many rows each write of a deletion touched, for those that touched many. */
async function writesOf(remove: () => Promise<{ status: number }>): Promise<number[]> {
  const { rows, stop } = watchWrites(forge);
  try {
    expect((await remove()).status).toBe(200);
    await deletionsFinished(forge);
  } finally {
    stop();
  }
  return rows;
}

const expectBatches = (rows: number[], total: number) => {
  expect(Math.max(...rows)).toBeLessThanOrEqual(MOST_ROWS);
  expect(rows.reduce((a, b) => a + b)).toBeGreaterThanOrEqual(total);
  // Not a write for each row either.
  expect(rows.length).toBeLessThan(total / 50);
};

describe('a deletion of more than a thousand rows', () => {
  it('deletes all notes of an issue and their awards in bounded batches', async () => {
    const before = await countEveryRow(forge);
    const issue = await forge.seed.issue(project, ada);
    await addNotes(forge, issue, ada, MANY);
    await write(
      forge,
      `INSERT INTO award_emoji (name, user_id, awardable_type, awardable_id, created_at, updated_at)
       SELECT 'tada', :user, 'Note', id, 0, 0 FROM notes
       WHERE noteable_type = 'Issue' AND noteable_id = :issue`,
      { user: ada.id, issue: issue.id },
    );
    expectBatches(await writesOf(() => ada.client.delete(issue.at)), 2 * MANY);
    // The audit trail has a row for the deletion.
    const audit_events = (before['audit_events'] ?? 0) + 1;
    expect(await countEveryRow(forge)).toEqual({ ...before, audit_events });
    expect(await orphans(forge)).toEqual([]);
  });

  it('passes all notes of a user to the ghost in bounded batches', async () => {
    const issue = await forge.seed.issue(project, ada);
    const bob = await forge.seed.user();
    await addNotes(forge, issue, bob, MANY);
    expectBatches(await writesOf(() => forge.root.delete(bob.at)), MANY);
    const authors = await sql(
      forge,
      `SELECT u.username, COUNT(*) AS notes FROM notes n JOIN users u ON u.id = n.author_id
       WHERE n.noteable_id = ${issue.id} GROUP BY u.username`,
    );
    expect(authors).toEqual([{ username: 'ghost', notes: MANY }]);
  });
});
