import { startForge, type Forge } from '../support/app.js';
import { countRows } from '../support/direct-sql.js';
import type { Answer } from '../support/client.js';
import { deletionsFinished } from '../support/deletions.js';
import { addEvents } from '../support/many-rows.js';
import { VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';

const NAMES = ['eyes', 'tada', 'heart'];

/** What an issue or its notes may leave behind. */
const DELETED_ROWS: [table: string, where: string][] = [
  ['notes', "noteable_type = 'Issue' AND noteable_id = :id"],
  ['award_emoji', "awardable_type = 'Issue' AND awardable_id = :id"],
  ['award_emoji', "awardable_type = 'Note' AND awardable_id NOT IN (SELECT id FROM notes)"],
  ['events', "subject_type = 'Issue' AND subject_id = :id"],
  ['events', 'note_id > 0 AND note_id NOT IN (SELECT id FROM notes)'],
];

describe('DELETE while others write', () => {
  let forge: Forge;
  let ada: SeededUser;
  let bob: SeededUser;
  let carol: SeededUser;
  let project: Resource;
  let issue: Resource;

  beforeAll(async () => {
    forge = await startForge();
    ada = await forge.seed.user();
    bob = await forge.seed.user();
  });
  beforeEach(async () => {
    project = await forge.seed.project(ada, { visibility_level: VISIBILITY.public });
    carol = await forge.seed.user();
    issue = await forge.seed.issue(project, carol);
    // They go after the notes, which gives the writers time to add another.
    await addEvents(forge, issue, ada, 5_000);
  });
  afterEach(() => forge.root.delete(project.at));
  afterAll(() => forge.close());

  const writes: (() => Promise<Answer>)[] = [
    () => bob.client.post(`${project.at}/issues`, { title: 'Late' }),
    () => bob.client.post(`${issue.at}/notes`, { body: 'Late' }),
    () => bob.client.post(`${issue.at}/notes`, { body: 'Later' }),
    () =>
      bob.client.post(`${issue.at}/award_emoji`, { name: NAMES[Math.floor(Math.random() * 3)] }),
    () => giveAwardToNote(),
    () => ada.client.put(issue.at, { title: `Late ${Math.random()}` }),
    () => forge.root.post(`${project.at}/members`, { user_id: bob.id, access_level: 10 }),
    () => forge.root.delete(`${project.at}/members/${bob.id}`),
  ];

  async function giveAwardToNote(): Promise<Answer> {
    const note = await ada.client.post<{ id: number }>(`${issue.at}/notes`, { body: 'Late, too' });
    if (note.status !== 201) return note;
    return bob.client.post(`${issue.at}/notes/${note.body.id}/award_emoji`, { name: 'eyes' });
  }

  /** All writers repeat their request until `remove` returns. Returns the status of every response. */
  async function removeDuringWrites(remove: () => Promise<Answer>): Promise<number[]> {
    const statuses: number[] = [];
    let removed = false;
    const busy = writes.map(async (write) => {
      while (!removed) statuses.push((await write()).status);
    });
    const { status } = await remove();
    removed = true;
    await Promise.all(busy);
    await deletionsFinished(forge);
    return [...statuses, status];
  }

  const unserved = (statuses: number[]) =>
    statuses.filter((status) => ![200, 201, 404, 409].includes(status));

  /** And the status of deleting the project afterwards. */
  const removals: [what: string, remove: () => Promise<Answer>, then: number][] = [
    ['issue', () => ada.client.delete(issue.at), 200],
    ['project', () => ada.client.delete(project.at), 404],
    ["issue's author", () => forge.root.delete(`${carol.at}?hard_delete=true`), 200],
  ];

  it.each(removals)(
    'of the %s serves each writer or returns 404 to it, and leaves nothing',
    async (_what, remove, then) => {
      expect(unserved(await removeDuringWrites(remove))).toEqual([]);
      expect((await ada.client.get(issue.at)).status).toBe(404);
      const counts = DELETED_ROWS.map(async ([table, where]) => [
        table,
        where,
        await countRows(forge, table, where, issue),
      ]);
      expect(await Promise.all(counts)).toEqual(
        DELETED_ROWS.map(([table, where]) => [table, where, 0]),
      );
      expect((await ada.client.delete(project.at)).status).toBe(then);
    },
  );
});
