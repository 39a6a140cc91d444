import { notFoundByOddIds } from '../behaviours/not-found-by-odd-ids.js';
import { startForge, type Forge } from '../support/app.js';
import { MERGE_REQUEST, SNIPPET } from '../support/noteables.js';
import { deletedNoteView } from '../support/project-views.js';
import { LEVEL, VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { answered } from '../support/views.js';

let forge: Forge;
let owner: SeededUser;
let author: SeededUser;
let master: SeededUser;
let developer: SeededUser;
let project: Resource;

beforeAll(async () => {
  forge = await startForge();
  [owner, author] = [await forge.seed.user(), await forge.seed.user()];
  [master, developer] = [await forge.seed.user(), await forge.seed.user()];
  project = await forge.seed.project(owner, { visibility_level: VISIBILITY.public });
  await forge.seed.member(project, master, LEVEL.master);
  await forge.seed.member(project, developer, LEVEL.developer);
});
afterAll(() => forge.close());

const notFound = (thing: string) => answered(404, { message: `404 ${thing} Not Found` });

describe.each([
  ['DELETE /projects/:id/snippets/:snippet_id/notes/:note_id', SNIPPET],
  ['DELETE /projects/:id/merge_requests/:merge_request_id/notes/:note_id', MERGE_REQUEST],
])('%s', (_, { type, thing, path, make }) => {
  let noteable: Resource;
  let note: Resource;

  beforeAll(async () => {
    noteable = await make(forge.seed, project, developer);
  });
  beforeEach(async () => {
    note = await forge.seed.note(noteable, author, { body: 'Hello' });
  });

  const deleted = () =>
    deletedNoteView(forge, noteable, author, { id: note.id, body: 'Hello', noteable_type: type });

  it('answers 200 and the note without updated_at, its author with URLs', async () => {
    expect(await author.client.delete(note.at)).toEqual(answered(200, deleted()));
  });

  it('answers 404 when the note does not exist, and so the second time', async () => {
    await author.client.delete(note.at);
    expect(await author.client.delete(note.at)).toEqual(notFound('Note'));
  });

  it('removes it from everything, with the awards to it', async () => {
    await owner.client.post(`${note.at}/award_emoji`, { name: 'tada' });
    await author.client.delete(note.at);
    expect(await author.client.get(note.at)).toEqual(notFound('Note'));
    expect(await author.client.get(`${note.at}/award_emoji`)).toEqual(notFound('Note'));
    const { body } = await author.client.get<Resource[]>(`${noteable.at}/notes`);
    expect(body.map(({ id }) => id)).not.toContain(note.id);
    const events = await author.client.get<{ target_id: number }[]>(`${author.at}/events`);
    expect(events.body.map(({ target_id }) => target_id)).not.toContain(note.id);
  });

  it.each([
    ['masters', () => master.client],
    ['the owner', () => owner.client],
    ['administrators', () => forge.root],
    ['administrators who act as the author', () => forge.root.sudo(author.id)],
  ])('is for %s too', async (_who, client) => {
    expect(await client().delete(note.at)).toEqual(answered(200, deleted()));
  });

  it('is refused to others who see it, be it the author of the noteable', async () => {
    const outsider = await forge.seed.user();
    for (const client of [developer.client, outsider.client, forge.root.sudo(outsider.id)]) {
      expect(await client.delete(note.at)).toEqual(answered(403, { message: '403 Forbidden' }));
    }
  });

  it('finds it under its own noteable and project only', async () => {
    const beside = await make(forge.seed, project, owner);
    const other = await forge.seed.project(owner);
    const below = `/${path}/${noteable.id}/notes/${note.id}`;
    expect(await owner.client.delete(`${beside.at}/notes/${note.id}`)).toEqual(notFound('Note'));
    expect(await owner.client.delete(other.at + below)).toEqual(notFound(thing));
    expect(await author.client.delete(other.at + below)).toEqual(notFound('Project'));
    expect((await author.client.get(note.at)).status).toBe(200);
  });

  it('removes once of five times at once', async () => {
    const tries = await Promise.all(Array.from({ length: 5 }, () => author.client.delete(note.at)));
    expect(tries.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
  });

  notFoundByOddIds('Note', (id) => {
    return { client: forge.root, method: 'DELETE', path: `${noteable.at}/notes/${id}` };
  });
});
