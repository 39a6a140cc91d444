import { notFoundByOddIds } from '../behaviours/not-found-by-odd-ids.js';
import { startForge, type Forge } from '../support/app.js';
import { ISSUE, MERGE_REQUEST, SNIPPET } from '../support/noteables.js';
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

const notFound = (thing: string) => answered(404, { message: `404 ${thing} Not Found` });
/** What a note on a snippet tells of the snippet. */
const ofSnippet = ({ title, file_name }: Resource) => ({ title, file_name, expires_at: null });

describe.each([
  ['GET /projects/:id/snippets/:snippet_id/notes/:note_id', SNIPPET, ofSnippet],
  ['GET /projects/:id/merge_requests/:merge_request_id/notes/:note_id', MERGE_REQUEST, () => ({})],
])('%s', (_, { type, thing, path, make }, more) => {
  let noteable: Resource;
  let note: Resource;

  beforeAll(async () => {
    noteable = await make(forge.seed, project, owner);
    note = await forge.seed.note(noteable, ada, { body: 'Hello' });
  });

  const view = () => ({
    ...noteView(noteable, ada, { id: note.id, body: 'Hello', noteable_type: type }),
    ...more(noteable),
  });

  it.each([
    ['its author', () => ada.client],
    ['the owner', () => owner.client],
    ['an administrator', () => forge.root],
    ['an administrator who acts as its author', () => forge.root.sudo(ada.id)],
  ])('answers %s with 200 and the note', async (_who, client) => {
    expect(await client().get(note.at)).toEqual(answered(200, view()));
  });

  it('tells of the noteable as it is now', async () => {
    const other = await make(forge.seed, project, owner);
    const { at } = await forge.seed.note(other, ada);
    const { body: now } = await owner.client.put<Resource>(other.at, { title: 'Renamed' });
    expect((await ada.client.get(at)).body).toMatchObject(more(now));
  });

  it('finds it under its own noteable only, be it the administrator who asks', async () => {
    const beside = await make(forge.seed, project, owner);
    for (const client of [ada.client, owner.client, forge.root]) {
      expect(await client.get(`${beside.at}/notes/${note.id}`)).toEqual(notFound('Note'));
    }
  });

  it('finds it under no noteable of another kind', async () => {
    for (const kind of [ISSUE, SNIPPET, MERGE_REQUEST].filter((one) => one.type !== type)) {
      const other = await kind.make(forge.seed, project, owner);
      expect(await owner.client.get(`${other.at}/notes/${note.id}`)).toEqual(notFound('Note'));
    }
  });

  it('finds it under its own project only', async () => {
    const other = await forge.seed.project(owner);
    const below = `/${path}/${noteable.id}/notes/${note.id}`;
    expect(await owner.client.get(other.at + below)).toEqual(notFound(thing));
    expect(await ada.client.get(other.at + below)).toEqual(notFound('Project'));
  });

  it('finds it under the name of its project', async () => {
    const name = encodeURIComponent(String(project['path_with_namespace']));
    const at = `/projects/${name}/${path}/${noteable.id}/notes/${note.id}`;
    expect(await ada.client.get(at)).toEqual(answered(200, view()));
  });

  notFoundByOddIds('Note', (id) => {
    return { client: forge.root, method: 'GET', path: `${noteable.at}/notes/${id}` };
  });
});
