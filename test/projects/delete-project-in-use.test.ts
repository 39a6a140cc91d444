import { startForge, type Forge } from '../support/app.js';
import { countRows } from '../support/beneath.js';
import type { Answer } from '../support/client.js';
import { addEvents } from '../support/many-rows.js';
import { VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';

const NAMES = ['eyes', 'tada', 'heart'];

const ON_ISSUE = {
  notes: "noteable_type = 'Issue' AND noteable_id = :id",
  award_emoji: "awardable_type = 'Issue' AND awardable_id = :id",
  events: "subject_type = 'Issue' AND subject_id = :id",
};

describe('DELETE while others write', () => {
  let forge: Forge;
  let ada: SeededUser;
  let bob: SeededUser;
  let project: Resource;
  let issue: Resource;

  beforeAll(async () => {
    forge = await startForge();
    [ada, bob] = [await forge.seed.user(), await forge.seed.user()];
  });
  beforeEach(async () => {
    project = await forge.seed.project(ada, { visibility_level: VISIBILITY.public });
    issue = await forge.seed.issue(project, bob);
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
    () => bob.client.put(issue.at, { title: `Late ${Math.random()}` }),
    () => forge.root.post(`${project.at}/members`, { user_id: bob.id, access_level: 10 }),
    () => forge.root.delete(`${project.at}/members/${bob.id}`),
  ];

  /** Everybody writes until the thing is gone; answers how they fared. */
  async function removedAmidWrites(path: string): Promise<number[]> {
    const statuses: number[] = [];
    let removed = false;
    const busy = writes.map(async (write) => {
      while (!removed) statuses.push((await write()).status);
    });
    const { status } = await ada.client.delete(path);
    removed = true;
    await Promise.all(busy);
    return [...statuses, status];
  }

  const unserved = (statuses: number[]) =>
    statuses.filter((status) => ![200, 201, 404, 409].includes(status));

  it.each([1, 2, 3])('serves each writer of a project, or tells him it is gone (%i)', async () => {
    expect(unserved(await removedAmidWrites(project.at))).toEqual([]);
    expect((await ada.client.get(project.at)).status).toBe(404);
  });

  it.each([1, 2, 3])('leaves nothing of an issue that keeps its project (%i)', async () => {
    expect(unserved(await removedAmidWrites(issue.at))).toEqual([]);
    const left = Object.entries(ON_ISSUE).map(async ([table, where]) => [
      table,
      await countRows(forge, table, where, issue),
    ]);
    expect(await Promise.all(left)).toEqual(Object.keys(ON_ISSUE).map((table) => [table, 0]));
    expect((await ada.client.delete(project.at)).status).toBe(200);
  });
});
