import { startForge, type Forge } from '../support/app.js';
import { deletionsFinished } from '../support/deletions.js';
import { countRows } from '../support/direct-sql.js';
import { addNotes } from '../support/many-rows.js';
import { LEVEL, VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { answered, TIMESTAMP } from '../support/expected-responses.js';

describe('DELETE /users/:id', () => {
  let forge: Forge;
  let alice: SeededUser;
  let bob: SeededUser;
  /** Bob's, where Alice is a developer. */
  let project: Resource;
  let bobsIssue: Resource;
  let alicesIssue: Resource;
  let alicesNote: Resource;

  beforeAll(async () => {
    forge = await startForge();
  });
  beforeEach(async () => {
    [alice, bob] = [await forge.seed.user(), await forge.seed.user()];
    project = await forge.seed.project(bob, { visibility_level: VISIBILITY.public });
    await forge.seed.member(project, alice, LEVEL.developer);
    bobsIssue = await forge.seed.issue(project, bob);
    alicesIssue = await forge.seed.issue(project, alice);
    alicesNote = await forge.seed.note(bobsIssue, alice, { body: 'I was here' });
  });
  afterAll(() => forge.close());

  /** What was answered when it was made. */
  const answerOf = (resource: Resource) => ({ ...resource, at: undefined });
  const remove = (user: SeededUser) => forge.root.delete(user.at);
  const removeHard = (user: SeededUser) => forge.root.delete(`${user.at}?hard_delete=true`);
  const statusOf = async ({ at }: Resource) => (await forge.root.get(at)).status;

  it('keeps the notes of the user and makes the ghost their author', async () => {
    await remove(alice);
    const ghost = {
      id: expect.any(Number) as unknown,
      username: 'ghost',
      email: 'ghost@localhost',
      name: 'Ghost User',
      state: 'blocked',
      created_at: TIMESTAMP,
    };
    expect(await bob.client.get(`${bobsIssue.at}/notes`)).toEqual(
      answered(200, [{ ...answerOf(alicesNote), author: ghost }]),
    );
  });

  it('keeps the issues of the user, with the notes of others, and makes the ghost their author', async () => {
    await forge.seed.note(alicesIssue, bob, { body: 'I am here' });
    await remove(alice);
    const author: unknown = expect.objectContaining({ username: 'ghost' });
    expect(await bob.client.get(alicesIssue.at)).toEqual(
      answered(200, { ...answerOf(alicesIssue), updated_at: TIMESTAMP, author }),
    );
    const notes = await bob.client.get(`${alicesIssue.at}/notes`);
    expect(notes.body).toMatchObject([{ body: 'I am here', author: { username: bob.username } }]);
  });

  it('removes the user as assignee', async () => {
    await forge.root.put(bobsIssue.at, { assignee_id: alice.id });
    await remove(alice);
    expect((await bob.client.get(bobsIssue.at)).body).toMatchObject({ assignee: null });
  });

  it('removes the memberships of the user', async () => {
    await remove(alice);
    expect((await bob.client.get(`${project.at}/members`)).body).toEqual([]);
  });

  it('removes the awards and events of the user', async () => {
    await alice.client.post(`${bobsIssue.at}/notes`, { body: ':heart:' });
    await remove(alice);
    const where = { award_emoji: 'user_id = :id', events: 'author_id = :id' };
    for (const [table, condition] of Object.entries(where)) {
      expect([table, await countRows(forge, table, condition, alice)]).toEqual([table, 0]);
    }
  });

  it('keeps the events of others in projects of the user', async () => {
    const own = await forge.seed.project(alice, { visibility_level: VISIBILITY.public });
    await forge.seed.issue(own, bob, { title: 'Stays' });
    await remove(alice);
    const { body } = await bob.client.get(`/users/${bob.id}/events`);
    expect(body).toMatchObject([{ target_title: 'Stays' }, {}, {}]);
  });

  describe('and the projects of the user', () => {
    const ownerOf = async ({ at }: Resource) => {
      const { body } = await forge.root.get<{ owner: { username: string } }>(at);
      return body.owner.username;
    };

    it('makes the ghost the owner and keeps the members', async () => {
      const own = await forge.seed.project(alice);
      await forge.seed.member(own, bob, LEVEL.master);
      await remove(alice);
      expect(await ownerOf(own)).toBe('ghost');
      expect((await bob.client.get(`${own.at}/members`)).body).toHaveLength(1);
    });

    it('makes the ghost the owner of two projects with the same path', async () => {
      const projects = [
        await forge.seed.project(alice, { name: 'Same', path: 'Same' }),
        await forge.seed.project(bob, { name: 'Same', path: 'same' }),
      ];
      for (const user of [alice, bob]) expect((await remove(user)).status).toBe(200);
      expect(await Promise.all(projects.map(ownerOf))).toEqual(['ghost', 'ghost']);
    });

    it('makes them available under their new path', async () => {
      const own = await forge.seed.project(alice, { name: 'Found' });
      await remove(alice);
      const { body } = await forge.root.get<{ path_with_namespace: string }>(own.at);
      const path = encodeURIComponent(body.path_with_namespace);
      expect((await forge.root.get(`/projects/${path}`)).body).toEqual(body);
    });

    it('makes the ghost the owner even if the path has 255 characters', async () => {
      const own = await forge.seed.project(alice, { path: 'x'.repeat(255) });
      expect((await remove(alice)).status).toBe(200);
      const { body } = await forge.root.get<{ path: string }>(own.at);
      expect(body.path.length).toBeLessThanOrEqual(255);
    });
  });

  it('passes more than 500 notes to the ghost', async () => {
    await addNotes(forge, alicesIssue, alice, 510);
    expect((await remove(alice)).status).toBe(200);
    await deletionsFinished(forge);
    expect(await countRows(forge, 'notes', 'author_id = :id', alice)).toBe(0);
    const { headers } = await bob.client.get(`${alicesIssue.at}/notes`);
    expect(headers.get('X-Total')).toBe('510');
  });

  describe('with hard_delete', () => {
    it('deletes the notes, issues and projects of the user', async () => {
      const own = await forge.seed.project(alice);
      const inOwn = await forge.seed.issue(own, alice);
      await removeHard(alice);
      const gone = [alicesNote, alicesIssue, own, inOwn];
      expect(await Promise.all(gone.map(statusOf))).toEqual([404, 404, 404, 404]);
    });

    it('deletes the notes and issues of others below those, and keeps the rest', async () => {
      const own = await forge.seed.project(alice, { visibility_level: VISIBILITY.public });
      const bobsInHers = await forge.seed.issue(own, bob);
      const bobsNote = await forge.seed.note(alicesIssue, bob);
      const kept = await forge.seed.note(bobsIssue, bob);
      await removeHard(alice);
      const statuses = await Promise.all([bobsInHers, bobsNote, kept, bobsIssue].map(statusOf));
      expect(statuses).toEqual([404, 404, 200, 200]);
    });

    it('deletes the events about what it deleted', async () => {
      await forge.seed.note(alicesIssue, bob);
      await removeHard(alice);
      const { body } = await bob.client.get<{ action_name: string }[]>(`/users/${bob.id}/events`);
      expect(body.map(({ action_name }) => action_name)).toEqual(['opened', 'created']);
    });
  });

  it('keeps notes and issues if hard_delete is false', async () => {
    await forge.root.delete(alice.at, { hard_delete: 'false' });
    expect(await Promise.all([alicesNote, alicesIssue].map(statusOf))).toEqual([200, 200]);
  });
});
