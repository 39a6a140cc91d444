import { notFoundByOddIds } from '../behaviours/not-found-by-odd-ids.js';
import { paginated } from '../behaviours/paginated.js';
import { startForge, type Forge } from '../support/app.js';
import { MERGE_REQUEST, SNIPPET } from '../support/noteables.js';
import { noteView } from '../support/project-views.js';
import { VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { answered } from '../support/views.js';

let forge: Forge;
let owner: SeededUser;
let ada: SeededUser;
let project: Resource;

beforeAll(async () => {
  forge = await startForge();
  [owner, ada] = [await forge.seed.user(), await forge.seed.user()];
  project = await forge.seed.project(owner, { visibility_level: VISIBILITY.public });
});
afterAll(() => forge.close());

describe.each([
  ['GET /projects/:id/snippets/:snippet_id/notes', SNIPPET],
  ['GET /projects/:id/merge_requests/:merge_request_id/notes', MERGE_REQUEST],
])('%s', (_, { type, thing, path, make }) => {
  let noteable: Resource;
  const written: Resource[] = [];

  beforeAll(async () => {
    noteable = await make(forge.seed, project, owner);
    for (const author of [ada, owner, ada, owner, ada]) {
      written.push(await forge.seed.note(noteable, author));
    }
  });

  const bodies = async (at: string, query: Record<string, string> = {}) => {
    const { body } = await ada.client.get<{ body: string }[]>(`${at}/notes`, query);
    return body.map((note) => note.body);
  };

  it('answers 200 and the notes, oldest first, in the shape all notes have', async () => {
    const other = await make(forge.seed, project, owner);
    const { id: hello } = await forge.seed.note(other, ada, { body: 'Hello' });
    const { id: vote } = await forge.seed.note(other, owner, { body: ':+1:' });
    expect(await ada.client.get(`${other.at}/notes`)).toEqual(
      answered(200, [
        noteView(other, ada, { id: hello, body: 'Hello', noteable_type: type }),
        noteView(other, owner, { id: vote, body: ':+1:', upvote: true, noteable_type: type }),
      ]),
    );
  });

  it('orders them by when they were written, and turns the order', async () => {
    const other = await make(forge.seed, project, owner);
    await forge.seed.note(other, owner, { body: 'new' });
    await forge.seed.note(other, owner, { body: 'old', created_at: '2016-01-01' });
    expect(await bodies(other.at)).toEqual(['old', 'new']);
    expect(await bodies(other.at, { sort: 'desc' })).toEqual(['new', 'old']);
  });

  it('lists none of an issue of the same id', async () => {
    const other = await make(forge.seed, project, owner);
    let issue = await forge.seed.issue(project, owner);
    while (issue.id < other.id) issue = await forge.seed.issue(project, owner);
    await forge.seed.note(issue, owner);
    expect(await bodies(other.at)).toEqual([]);
  });

  it('refuses an order there is not', async () => {
    expect(await ada.client.get(`${noteable.at}/notes`, { sort: 'up' })).toEqual(
      answered(400, { message: { sort: ['does not have a valid value'] } }),
    );
  });

  it('finds the noteable under its own project only', async () => {
    const other = await forge.seed.project(owner, { visibility_level: VISIBILITY.public });
    expect(await ada.client.get(`${other.at}/${path}/${noteable.id}/notes`)).toEqual(
      answered(404, { message: `404 ${thing} Not Found` }),
    );
  });

  notFoundByOddIds(thing, (id) => {
    return { client: forge.root, method: 'GET', path: `${project.at}/${path}/${id}/notes` };
  });

  paginated(() => ({
    client: ada.client,
    path: `${noteable.at}/notes?sort=asc`,
    ids: written.map(({ id }) => id),
  }));
});
