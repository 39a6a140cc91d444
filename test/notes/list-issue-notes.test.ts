import { notFoundByOddIds } from '../behaviours/not-found-by-odd-ids.js';
import { paginated } from '../behaviours/paginated.js';
import { startForge, type Forge } from '../support/app.js';
import { VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { noteView } from '../support/project-views.js';
import { answered } from '../support/views.js';

describe('GET /projects/:id/issues/:issue_id/notes', () => {
  let forge: Forge;
  let owner: SeededUser;
  let ada: SeededUser;
  let project: Resource;
  let issue: Resource;
  const written: Resource[] = [];

  beforeAll(async () => {
    forge = await startForge();
    owner = await forge.seed.user();
    ada = await forge.seed.user({ name: 'Ada' });
    project = await forge.seed.project(owner, { visibility_level: VISIBILITY.public });
    issue = await forge.seed.issue(project, owner);
    for (const author of [ada, owner, ada, owner, ada]) {
      written.push(await forge.seed.note(issue, author));
    }
  });
  afterAll(() => forge.close());

  it('answers 200 and the notes, oldest first', async () => {
    const other = await forge.seed.issue(project, ada);
    const hello = await forge.seed.note(other, ada, { body: 'Hello' });
    const votes = [];
    for (const body of [':+1:', ':thumbsdown:']) {
      votes.push((await forge.seed.note(other, ada, { body })).id);
    }
    await owner.client.put(other.at, { state_event: 'close' });
    const answer = await ada.client.get<{ id: number }[]>(`${other.at}/notes`);
    const { id } = answer.body[3];
    expect(answer).toEqual(
      answered(200, [
        noteView(other, ada, { id: hello.id, body: 'Hello' }),
        noteView(other, ada, { id: votes[0], body: ':+1:', upvote: true }),
        noteView(other, ada, { id: votes[1], body: ':thumbsdown:', downvote: true }),
        noteView(other, owner, { id, body: 'closed', system: true }),
      ]),
    );
  });

  const bodies = async (at: string, query: Record<string, string> = {}) => {
    const { body } = await ada.client.get<{ body: string }[]>(`${at}/notes`, query);
    return body.map((note) => note.body);
  };

  it('orders them by when they were written, not by when they arrived', async () => {
    const other = await forge.seed.issue(project, owner);
    await forge.seed.note(other, owner, { body: 'new' });
    await forge.seed.note(other, owner, { body: 'old', created_at: '2016-01-01' });
    await forge.seed.note(other, owner, { body: 'older', created_at: '1970-01-01' });
    expect(await bodies(other.at)).toEqual(['older', 'old', 'new']);
    expect(await bodies(other.at, { sort: 'desc' })).toEqual(['new', 'old', 'older']);
  });

  it('keeps those of one moment in the order in which they arrived', async () => {
    const other = await forge.seed.issue(project, owner);
    for (const body of ['1', '2', '3', '4']) {
      await forge.seed.note(other, owner, { body, created_at: '2016-01-01T00:00:00Z' });
    }
    expect(await bodies(other.at)).toEqual(['1', '2', '3', '4']);
    expect(await bodies(other.at, { sort: 'desc' })).toEqual(['4', '3', '2', '1']);
  });

  it('lists the notes of this issue alone', async () => {
    const other = await forge.seed.issue(project, owner);
    expect(await bodies(other.at)).toEqual([]);
  });

  it.each(['up', 'ASC', ''])('refuses sort=%s', async (sort) => {
    expect(await ada.client.get(`${issue.at}/notes`, { sort })).toEqual(
      answered(400, { message: { sort: ['does not have a valid value'] } }),
    );
  });

  it('finds the issue under its own project only', async () => {
    const other = await forge.seed.project(owner, { visibility_level: VISIBILITY.public });
    expect(await ada.client.get(`${other.at}/issues/${issue.id}/notes`)).toEqual(
      answered(404, { message: '404 Issue Not Found' }),
    );
  });

  it('finds it under the name of its project', async () => {
    const name = encodeURIComponent(String(project['path_with_namespace']));
    const { status, body } = await ada.client.get(`/projects/${name}/issues/${issue.id}/notes`);
    expect([status, body]).toEqual([200, (await ada.client.get(`${issue.at}/notes`)).body]);
  });

  notFoundByOddIds('Issue', (id) => {
    return { client: forge.root, method: 'GET', path: `${project.at}/issues/${id}/notes` };
  });

  paginated(() => ({
    client: ada.client,
    path: `${issue.at}/notes?sort=asc`,
    ids: written.map(({ id }) => id),
  }));
});
