import { newKey } from '../keys/keys.js';
import { startForge, type Forge } from '../support/app.js';
import { countEveryRow, orphans } from '../support/internals.js';
import { LEVEL, VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';

let forge: Forge;
let ada: SeededUser;
let carol: SeededUser;
let project: Resource;
let issue: Resource;
beforeAll(async () => {
  forge = await startForge();
  ada = await forge.seed.user();
  await forge.root.put(ada.at, { projects_limit: 100 });
  carol = await forge.seed.user();
  project = await forge.seed.project(ada, { visibility_level: VISIBILITY.public });
  // The deletion of an issue leaves the labels of the project.
  issue = await forge.seed.issue(project, ada, { labels: 'bug,relay' });
  // The deletion of the first user creates the ghost.
  await forge.root.delete((await forge.seed.user()).at);
});
afterAll(() => forge.close());

const award = async ({ at }: Resource, ...people: SeededUser[]) => {
  for (const { client } of people) {
    const { status } = await client.post(`${at}/award_emoji`, { name: 'tada' });
    expect(status).toBe(201);
  }
};

/** A noteable with notes and awards of two people, events of both, and labels if it can have them. */
async function withNotesAndAwards(noteable: Resource): Promise<Resource> {
  await forge.root.put(noteable.at, { labels: 'bug,relay' });
  await award(noteable, ada, carol);
  for (const author of [ada, carol])
    await award(await forge.seed.note(noteable, author), ada, carol);
  return noteable;
}

/** What is made, and what deletes it with all that hangs on it. */
const removals: [string, () => Promise<string>][] = [
  [
    'a note',
    async () => {
      const note = await forge.seed.note(issue, carol);
      await award(note, ada, carol);
      return note.at;
    },
  ],
  ['an issue', async () => (await withNotesAndAwards(await forge.seed.issue(project, carol))).at],
  ['a snippet', async () => (await withNotesAndAwards(await forge.seed.snippet(project, ada))).at],
  [
    'a merge request',
    async () => (await withNotesAndAwards(await forge.seed.mergeRequest(project, ada))).at,
  ],
  [
    'a project',
    async () => {
      const own = await forge.seed.project(ada, { visibility_level: VISIBILITY.public });
      await forge.seed.member(own, carol, LEVEL.developer);
      await withNotesAndAwards(await forge.seed.issue(own, carol));
      await withNotesAndAwards(await forge.seed.snippet(own, carol));
      await withNotesAndAwards(await forge.seed.mergeRequest(own, carol));
      return own.at;
    },
  ],
];

/** Without the audit trail, which keeps its records. */
async function countRows(): Promise<Record<string, number>> {
  const counts = Object.entries(await countEveryRow(forge));
  return Object.fromEntries(counts.filter(([table]) => table !== 'audit_events'));
}

describe('the database', () => {
  it.each(removals)('has the same rows after %s was created and deleted', async (_, make) => {
    const before = await countRows();
    const at = await make();
    expect((await ada.client.delete(at)).status).toBe(200);
    expect(await countRows()).toEqual(before);
    expect(await orphans(forge)).toEqual([]);
  });

  it('has the same rows after a user was created and deleted with everything they wrote', async () => {
    const before = await countRows();
    const bob = await forge.seed.user();
    await forge.root.put(bob.at, { provider: 'ldap', extern_uid: 'bob' });
    await forge.seed.member(project, bob, LEVEL.developer);
    await bob.client.post('/user/keys', { title: 'x', key: newKey() });
    await bob.client.post('/user/emails', { email: 'second@example.com' });
    await award(issue, bob);
    await award(await forge.seed.note(issue, bob), ada, bob, carol);
    await withNotesAndAwards(await forge.seed.issue(project, bob));
    await withNotesAndAwards(await forge.seed.snippet(project, bob));
    await withNotesAndAwards(await forge.seed.mergeRequest(project, bob));
    const own = await forge.seed.project(bob, { visibility_level: VISIBILITY.public });
    await withNotesAndAwards(await forge.seed.issue(own, carol));
    expect((await forge.root.delete(`${bob.at}?hard_delete=true`)).status).toBe(200);
    expect(await countRows()).toEqual(before);
    expect(await orphans(forge)).toEqual([]);
  });
});
