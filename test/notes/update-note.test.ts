import { setTimeout as delay } from 'node:timers/promises';
import { notFoundByOddIds } from '../behaviours/not-found-by-odd-ids.js';
import { startForge, type Forge } from '../support/app.js';
import type { Client } from '../support/client.js';
import { MERGE_REQUEST, SNIPPET } from '../support/noteables.js';
import { noteView } from '../support/project-views.js';
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

describe.each([
  ['PUT /projects/:id/snippets/:snippet_id/notes/:note_id', SNIPPET],
  ['PUT /projects/:id/merge_requests/:merge_request_id/notes/:note_id', MERGE_REQUEST],
])('%s', (_, { type, thing, path, make }) => {
  let noteable: Resource;
  let note: Resource;

  beforeAll(async () => {
    // Of a developer: who wrote what a note is on has no say about the note.
    noteable = await make(forge.seed, project, developer);
  });
  beforeEach(async () => {
    note = await forge.seed.note(noteable, author, { body: 'Before' });
  });

  const update = (given: object, client: Client = author.client) => client.put(note.at, given);
  const view = (body: string, more: object = {}) =>
    noteView(noteable, author, { id: note.id, body, noteable_type: type, ...more });

  it('answers 200 and the note as it is now', async () => {
    expect(await update({ body: ' After\r\n' })).toEqual(answered(200, view(' After\r\n')));
  });

  it('keeps what it answered', async () => {
    const { body } = await update({ body: 'After' });
    expect((await author.client.get<object>(note.at)).body).toMatchObject(body as object);
  });

  it('moves updated_at and leaves created_at', async () => {
    await delay(2);
    const { body } = await author.client.put<Record<string, string>>(note.at, { body: 'After' });
    expect(body['created_at']).toBe(note['created_at']);
    expect(body['updated_at'] > String(note['updated_at'])).toBe(true);
  });

  it.each([
    [':-1:', { downvote: true }],
    [':tada:', {}],
  ])('makes no award of %j; its vote is %j', async (body, vote) => {
    expect(await update({ body })).toEqual(answered(200, view(body, vote)));
  });

  it.each([
    [{}, 'is missing'],
    [{ body: ' ' }, "can't be blank"],
    [{ body: {} }, 'is invalid'],
    [{ body: 'x'.repeat(1_000_001) }, 'is too long (maximum is 1000000 characters)'],
  ])('refuses %.40j and leaves the note', async (given, problem) => {
    expect(await update(given)).toEqual(answered(400, { message: { body: [problem] } }));
    expect((await author.client.get<Resource>(note.at)).body['body']).toBe('Before');
  });

  it('is for its author, masters, the owner and administrators', async () => {
    for (const client of [author.client, master.client, owner.client, forge.root]) {
      expect(await update({ body: 'After' }, client)).toEqual(answered(200, view('After')));
    }
  });

  it('is refused to others who see it, before the parameters are looked at', async () => {
    const outsider = await forge.seed.user();
    for (const client of [developer.client, outsider.client, forge.root.sudo(outsider.id)]) {
      expect(await update({}, client)).toEqual(answered(403, { message: '403 Forbidden' }));
    }
  });

  it('finds it under its own noteable and project only', async () => {
    const beside = await make(forge.seed, project, owner);
    const other = await forge.seed.project(owner);
    for (const [at, missing] of [
      [`${beside.at}/notes/${note.id}`, 'Note'],
      [`${other.at}/${path}/${noteable.id}/notes/${note.id}`, thing],
    ] as const) {
      expect(await forge.root.put(at, { body: 'After' })).toEqual(
        answered(404, { message: `404 ${missing} Not Found` }),
      );
    }
  });

  notFoundByOddIds('Note', (id) => {
    return { client: forge.root, method: 'PUT', path: `${noteable.at}/notes/${id}`, body: {} };
  });
});
