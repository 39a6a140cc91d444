import { notFoundByOddIds } from '../behaviours/not-found-by-odd-ids.js';
import { startForge, type Forge } from '../support/app.js';
import { VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { noteView } from '../support/project-views.js';
import { answered } from '../support/views.js';

describe('GET /projects/:id/issues/:issue_id/notes/:note_id', () => {
  let forge: Forge;
  let owner: SeededUser;
  let ada: SeededUser;
  let project: Resource;
  let issue: Resource;
  let note: Resource;

  beforeAll(async () => {
    forge = await startForge();
    [owner, ada] = [await forge.seed.user(), await forge.seed.user({ name: 'Ada ☃' })];
    project = await forge.seed.project(owner, { visibility_level: VISIBILITY.public });
    issue = await forge.seed.issue(project, owner);
    note = await forge.seed.note(issue, ada, { body: 'Hello' });
  });
  afterAll(() => forge.close());

  const view = () => noteView(issue, ada, { id: note.id, body: 'Hello' });

  it.each([
    ['its author', () => ada.client],
    ['the owner', () => owner.client],
    ['an administrator', () => forge.root],
    ['an administrator who acts as its author', () => forge.root.sudo(ada.id)],
  ])('answers %s with 200 and the note', async (_, client) => {
    expect(await client().get(note.at)).toEqual(answered(200, view()));
  });

  it('shows the author as he is now', async () => {
    const author = await forge.seed.user();
    const { at, id } = await forge.seed.note(issue, author, { body: 'Hello' });
    const renamed = { username: 'renamed', name: 'Renamed' };
    await forge.root.put(author.at, renamed);
    await forge.root.put(`${author.at}/block`);
    const seen = noteView(issue, { ...author, ...renamed }, { id, body: 'Hello' });
    expect((await ada.client.get(at)).body).toEqual({
      ...seen,
      author: { ...seen.author, state: 'blocked' },
    });
  });

  const notFound = (thing: string) => answered(404, { message: `404 ${thing} Not Found` });

  it.each(['owner', 'administrator'])('finds it under its own issue only, as %s', async (who) => {
    const client = who === 'owner' ? owner.client : forge.root;
    const beside = await forge.seed.issue(project, owner);
    expect(await client.get(`${beside.at}/notes/${note.id}`)).toEqual(notFound('Note'));
  });

  it.each(['owner', 'administrator'])('finds it under its own project only, as %s', async (who) => {
    const client = who === 'owner' ? owner.client : forge.root;
    const other = await forge.seed.project(owner);
    const path = `/issues/${issue.id}/notes/${note.id}`;
    expect(await client.get(other.at + path)).toEqual(notFound('Issue'));
    expect(await client.get(`/projects/999999${path}`)).toEqual(notFound('Project'));
  });

  it('finds it under the name of its project', async () => {
    const name = encodeURIComponent(String(project['path_with_namespace']));
    const path = `/projects/${name}/issues/${issue.id}/notes/${note.id}`;
    expect(await ada.client.get(path)).toEqual(answered(200, view()));
  });

  it('takes no ids from the query', async () => {
    const other = await forge.seed.note(issue, owner);
    const query = { id: 0, issue_id: 0, note_id: other.id };
    expect(await ada.client.get(note.at, query)).toEqual(answered(200, view()));
  });

  notFoundByOddIds('Note', (id) => {
    return { client: forge.root, method: 'GET', path: `${issue.at}/notes/${id}` };
  });
});
