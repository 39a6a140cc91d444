import { startForge, type Forge } from '../support/app.js';
import { NOTEABLES, type NoteableKind } from '../support/noteables.js';
import { noteView } from '../support/project-views.js';
import { VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { answered } from '../support/expected-responses.js';

let forge: Forge;
let owner: SeededUser;
let ada: SeededUser;
let project: Resource;

beforeAll(async () => {
  forge = await startForge();
  [owner, ada] = [await forge.seed.user(), await forge.seed.user({ name: 'Ada ☃' })];
  project = await forge.seed.project(owner, { visibility_level: VISIBILITY.public });
});
afterAll(() => forge.close());

const notFound = (resourceName: string) =>
  answered(404, { message: `404 ${resourceName} Not Found` });

/** The fields of a snippet that a note on it repeats. */
const repeated = ({ type }: NoteableKind, { title, file_name }: Resource) =>
  type === 'Snippet' ? { title, file_name, expires_at: null } : {};

describe.each(NOTEABLES)('GET /projects/:id/$noteable/notes/:note_id', (kind) => {
  const { type, resourceName, path, make } = kind;
  let noteable: Resource;
  let note: Resource;

  beforeAll(async () => {
    noteable = await make(forge.seed, project, owner);
    note = await forge.seed.note(noteable, ada, { body: 'Hello' });
  });

  const view = () => ({
    ...noteView(noteable, ada, { id: note.id, body: 'Hello', noteable_type: type }),
    ...repeated(kind, noteable),
  });

  it.each([
    ['its author', () => ada.client],
    ['the owner', () => owner.client],
    ['an administrator', () => forge.root],
    ['an administrator who acts as its author', () => forge.root.sudo(ada.id)],
  ])('returns 200 and the note to %s', async (_who, client) => {
    expect(await client().get(note.at)).toEqual(answered(200, view()));
  });

  it('shows the current title and file name of a snippet', async () => {
    const other = await make(forge.seed, project, owner);
    const { at } = await forge.seed.note(other, ada);
    const { body: now } = await owner.client.put<Resource>(other.at, { title: 'Renamed' });
    expect((await ada.client.get(at)).body).toMatchObject(repeated(kind, now));
  });

  it('shows the current name and state of the author', async () => {
    const author = await forge.seed.user();
    const { at } = await forge.seed.note(noteable, author, { body: 'Hello' });
    const renamed = { username: `renamed-${author.id}`, name: 'Renamed' };
    await forge.root.put(author.at, renamed);
    await forge.root.put(`${author.at}/block`);
    const { email } = author;
    expect((await ada.client.get<Resource>(at)).body['author']).toEqual({
      ...noteView(noteable, { ...author, ...renamed }, { id: 0, body: '' }).author,
      ...{ email, state: 'blocked' },
    });
  });

  it('returns 404 below another noteable of its project', async () => {
    const beside = await make(forge.seed, project, owner);
    for (const client of [ada.client, owner.client, forge.root]) {
      expect(await client.get(`${beside.at}/notes/${note.id}`)).toEqual(notFound('Note'));
    }
  });

  it('returns 404 below a noteable of another kind', async () => {
    for (const other of NOTEABLES.filter((one) => one.type !== type)) {
      const { at } = await other.make(forge.seed, project, owner);
      expect(await owner.client.get(`${at}/notes/${note.id}`)).toEqual(notFound('Note'));
    }
  });

  it('returns 404 below another project', async () => {
    const other = await forge.seed.project(owner);
    const below = `/${path}/${noteable.id}/notes/${note.id}`;
    for (const client of [owner.client, forge.root]) {
      expect(await client.get(other.at + below)).toEqual(notFound(resourceName));
      expect(await client.get(`/projects/999999${below}`)).toEqual(notFound('Project'));
    }
    expect(await ada.client.get(other.at + below)).toEqual(notFound('Project'));
  });

  it('finds the note by the name of its project', async () => {
    const name = encodeURIComponent(String(project['path_with_namespace']));
    const at = `/projects/${name}/${path}/${noteable.id}/notes/${note.id}`;
    expect(await ada.client.get(at)).toEqual(answered(200, view()));
  });

  it('ignores ids in the query', async () => {
    const other = await forge.seed.note(noteable, owner);
    const ids = { issue_id: 0, snippet_id: 0, merge_request_id: 0, note_id: other.id };
    expect(await ada.client.get(note.at, { id: 0, ...ids })).toEqual(answered(200, view()));
  });
});
