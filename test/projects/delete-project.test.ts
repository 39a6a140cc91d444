import { startForge, type Forge } from '../support/app.js';
import { countRows, deleteIssueRow } from '../support/direct-sql.js';
import { deletionsFinished } from '../support/deletions.js';
import { addNotes } from '../support/many-rows.js';
import { LEVEL, VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { answered } from '../support/expected-responses.js';

describe('DELETE /projects/:id', () => {
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
    project = await forge.seed.project(ada, {
      path: 'engine',
      visibility_level: VISIBILITY.public,
    });
    issue = await forge.seed.issue(project, bob);
    await forge.seed.note(issue, bob);
    await forge.seed.note(issue, bob, { body: ':tada:' });
    await forge.seed.member(project, bob, LEVEL.master);
  });
  afterEach(async () => {
    await forge.root.delete(project.at);
    // The path is taken until the deletion has finished.
    await deletionsFinished(forge);
  });
  afterAll(() => forge.close());

  const notFound = (resourceName: string) =>
    answered(404, { message: `404 ${resourceName} Not Found` });

  it('returns 200 and the project, then 404', async () => {
    const { body } = await ada.client.get(project.at);
    expect(await ada.client.delete(project.at)).toEqual(answered(200, body));
    expect(await ada.client.delete(project.at)).toEqual(notFound('Project'));
  });

  it('deletes everything in the project', async () => {
    await ada.client.delete(project.at);
    for (const path of [issue.at, `${issue.at}/notes`, `${project.at}/members`]) {
      expect(await forge.root.get(path)).toEqual(notFound('Project'));
    }
    const { body } = await forge.root.get(`${bob.at}/events`);
    expect(body).toEqual([]);
  });

  it('deletes notes whose issue is missing', async () => {
    await deleteIssueRow(forge, issue);
    expect((await ada.client.delete(project.at)).status).toBe(200);
    expect(
      await countRows(forge, 'notes', "noteable_type = 'Issue' AND noteable_id = :id", issue),
    ).toBe(0);
  });

  it('keeps other projects', async () => {
    const other = await forge.seed.project(bob);
    const kept = await forge.seed.issue(other, bob);
    await forge.seed.note(kept, bob);
    await ada.client.delete(project.at);
    expect((await bob.client.get<unknown[]>(`${kept.at}/notes`)).body).toHaveLength(1);
    await bob.client.delete(other.at);
  });

  it('frees the path', async () => {
    await ada.client.delete(project.at);
    const { status } = await ada.client.post('/projects', { name: 'x', path: 'engine' });
    await ada.client.delete(`/projects/${ada.username}%2Fengine`);
    expect(status).toBe(201);
  });

  it('deletes more notes than fit into one batch', async () => {
    await addNotes(forge, issue, ada, 1_200);
    expect((await ada.client.delete(project.at)).status).toBe(200);
  });

  it('finds the project by its name', async () => {
    const { status } = await ada.client.delete(`/projects/${ada.username}%2Fengine`);
    expect(status).toBe(200);
  });

  it('returns 403 to masters', async () => {
    expect(await bob.client.delete(project.at)).toEqual(
      answered(403, { message: '403 Forbidden' }),
    );
  });

  it('is allowed for administrators', async () => {
    expect((await forge.root.delete(project.at)).status).toBe(200);
  });
});
