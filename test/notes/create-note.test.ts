import { setTimeout as delay } from 'node:timers/promises';
import { notFoundByOddIds } from '../behaviours/not-found-by-odd-ids.js';
import { startForge, type Forge } from '../support/app.js';
import { MERGE_REQUEST, SNIPPET } from '../support/noteables.js';
import { eventView, noteView } from '../support/project-views.js';
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
  ['POST /projects/:id/snippets/:snippet_id/notes', SNIPPET],
  ['POST /projects/:id/merge_requests/:merge_request_id/notes', MERGE_REQUEST],
])('%s', (_, { type, thing, path, make }) => {
  let noteable: Resource;
  let notes: string;

  beforeEach(async () => {
    noteable = await make(forge.seed, project, owner);
    notes = `${noteable.at}/notes`;
  });

  const view = (author: SeededUser, given: { id: number; body: string }) =>
    noteView(noteable, author, { ...given, noteable_type: type });

  it('answers 201 and the note, without anything of the noteable', async () => {
    const answer = await ada.client.post<Resource>(notes, { body: ' Hello\r\n' });
    const { id } = answer.body;
    expect(answer).toEqual(answered(201, view(ada, { id, body: ' Hello\r\n' })));
  });

  it('keeps what it answered', async () => {
    const { body } = await ada.client.post<Resource>(notes, { body: 'Hello' });
    expect((await owner.client.get(notes)).body).toEqual([body]);
  });

  it('tells the noteable that something was said', async () => {
    await delay(2);
    await ada.client.post(notes, { body: 'Hello' });
    const { body } = await ada.client.get<Record<string, string>>(noteable.at);
    expect(body['updated_at'] > String(noteable['updated_at'])).toBe(true);
  });

  it('records an event with the note in it', async () => {
    const writer = await forge.seed.user();
    const { body: note } = await writer.client.post<Resource>(notes, { body: 'Hello' });
    const target = { target_type: 'Note', target_id: note.id, target_title: noteable['title'] };
    expect((await writer.client.get(`${writer.at}/events`)).body).toEqual([
      eventView(forge, project, writer, { action_name: 'commented on', ...target, note }),
    ]);
  });

  it.each([
    ['a form', '', () => new URLSearchParams({ body: ' ü&=' })],
    ['the query', '?body=%20%C3%BC%26%3D', () => undefined],
    ['JSON before the query', '?body=query', () => ({ body: ' ü&=' })],
  ])('takes its body from %s', async (_from, query, given) => {
    const { status, body } = await ada.client.post<Resource>(notes + query, given());
    expect([status, body['body']]).toEqual([201, ' ü&=']);
  });

  it('lets the ids of the path win, and ignores what it does not know', async () => {
    const other = await make(forge.seed, project, owner);
    const ids = { id: 0, noteable_id: other.id, snippet_id: other.id, merge_request_id: other.id };
    const given = { body: 'Here', ...ids, noteable_type: 'Issue', system: true, title: 'x' };
    const { body } = await ada.client.post<Resource>(notes, given);
    expect(body).toEqual(view(ada, { id: body.id, body: 'Here' }));
  });

  it.each([
    ['the owner of the project', () => owner.client],
    ['administrators', () => forge.root],
    ['who acts as the owner', () => forge.root.sudo(owner.id)],
  ])('honours created_at for %s', async (_who, client) => {
    const given = { body: 'x', created_at: '2016-03-11T03:45:40+02:00' };
    const { body } = await client().post<Resource>(notes, given);
    expect(body['created_at']).toBe('2016-03-11T01:45:40.000Z');
  });

  it('ignores created_at for others, whatever it is', async () => {
    const before = new Date().toISOString();
    for (const created_at of ['2016-03-11', 'whenever', '2999-01-01']) {
      const { status, body } = await ada.client.post<Resource>(notes, { body: 'x', created_at });
      expect([status, String(body['created_at']) >= before]).toEqual([201, true]);
    }
  });

  it.each([
    [{}, { body: ['is missing'] }],
    [{ body: ' \n' }, { body: ["can't be blank"] }],
    [{ body: ['x'] }, { body: ['is invalid'] }],
    [{ body: 'x'.repeat(1_000_001) }, { body: ['is too long (maximum is 1000000 characters)'] }],
    [{ body: 'x', created_at: 'whenever' }, { created_at: ['is invalid'] }],
    [
      { body: '', created_at: '2999-01-01' },
      { body: ["can't be blank"], created_at: ['is invalid'] },
    ],
  ])('refuses %.50j and makes no note', async (given, message) => {
    expect(await owner.client.post(notes, given)).toEqual(answered(400, { message }));
    expect((await owner.client.get(notes)).body).toEqual([]);
  });

  it('takes a million characters', async () => {
    const longest = '😀'.repeat(1_000_000);
    const { body } = await ada.client.post<Resource>(notes, { body: longest });
    expect(body['body'] === longest).toBe(true);
  });

  it('keeps all of twenty that are written at once', async () => {
    const bodies = Array.from({ length: 20 }, (_n, n) => `Note ${n}`);
    await Promise.all(bodies.map((body) => ada.client.post(notes, { body })));
    const { body } = await ada.client.get<{ body: string }[]>(notes);
    expect(body.map((note) => note.body).sort()).toEqual(bodies.sort());
  });

  it('looks for the noteable before it looks at the parameters', async () => {
    const elsewhere = await forge.seed.project(owner);
    expect(await owner.client.post(`${elsewhere.at}/${path}/${noteable.id}/notes`, {})).toEqual(
      answered(404, { message: `404 ${thing} Not Found` }),
    );
  });

  notFoundByOddIds(thing, (id) => {
    return { client: owner.client, method: 'POST', path: `${project.at}/${path}/${id}/notes` };
  });
});
