import { setTimeout as delay } from 'node:timers/promises';
import { startForge, type Forge } from '../support/app.js';
import type { Client } from '../support/client.js';
import { NOTEABLES } from '../support/noteables.js';
import { noteView } from '../support/project-views.js';
import { LEVEL, VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { answered } from '../support/expected-responses.js';

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

const forbidden = () => answered(403, { message: '403 Forbidden' });
const notFound = (resourceName: string) =>
  answered(404, { message: `404 ${resourceName} Not Found` });

describe.each(NOTEABLES)('PUT /projects/:id/$noteable/notes/:note_id', (kind) => {
  const { type, resourceName, path, make } = kind;
  let noteable: Resource;
  let note: Resource;

  beforeAll(async () => {
    // The author of the noteable has no right to change notes on it.
    noteable = await make(forge.seed, project, developer);
  });
  beforeEach(async () => {
    note = await forge.seed.note(noteable, author, { body: 'Before' });
  });

  const update = (given: object) => author.client.put(note.at, given);
  const view = (body: string, more: object = {}) =>
    noteView(noteable, author, { id: note.id, body, noteable_type: type, ...more });

  it('returns 200 and the changed note', async () => {
    expect(await update({ body: ' After\r\n' })).toEqual(answered(200, view(' After\r\n')));
    const { body } = await author.client.get<Resource>(note.at);
    expect(body['body']).toBe(' After\r\n');
  });

  it('moves updated_at and keeps created_at', async () => {
    await delay(2);
    const { body } = await author.client.put<Record<string, string>>(note.at, { body: 'After' });
    expect(body['created_at']).toBe(note['created_at']);
    expect(body['updated_at'] > String(note['updated_at'])).toBe(true);
  });

  it('changes the body alone', async () => {
    const odd = { created_at: '2016-01-01', system: true, author_id: 1, noteable_id: 0, id: 0 };
    const { body } = await owner.client.put(note.at, { body: 'After', ...odd, note_id: 0 });
    expect(body).toEqual(view('After', { created_at: note['created_at'] }));
  });

  it('returns 404 below another noteable or project', async () => {
    const beside = await make(forge.seed, project, owner);
    const other = await forge.seed.project(owner);
    for (const [at, missing] of [
      [`${beside.at}/notes/${note.id}`, 'Note'],
      [`${other.at}/${path}/${noteable.id}/notes/${note.id}`, resourceName],
    ] as const) {
      expect(await forge.root.put(at, { body: 'After' })).toEqual(notFound(missing));
    }
  });
});

// One service changes the notes on all kinds.
describe('PUT /projects/:id/issues/:issue_id/notes/:note_id', () => {
  let issue: Resource;
  let note: Resource;

  beforeAll(async () => {
    issue = await forge.seed.issue(project, developer);
  });
  beforeEach(async () => {
    note = await forge.seed.note(issue, author, { body: 'Before' });
  });

  const update = (given: object, client: Client = author.client) => client.put(note.at, given);
  const view = (body: string, more: object = {}) =>
    noteView(issue, author, { id: note.id, body, ...more });

  it.each([
    [':+1:', { upvote: true }],
    [':-1:', { downvote: true }],
    [':thumbsdown:', { downvote: true }],
    [':tada:', {}],
    ['🎉', {}],
  ])('creates no award for %j; its vote is %j', async (body, vote) => {
    expect(await update({ body })).toEqual(answered(200, view(body, vote)));
  });

  it.each([
    ['a form', '', () => new URLSearchParams({ body: ' ü&=' })],
    ['the query', '?body=%20%C3%BC%26%3D', () => undefined],
    ['a form before the query', '?body=query', () => new URLSearchParams({ body: ' ü&=' })],
  ])('reads the body from %s', async (_from, query, given) => {
    const { body } = await author.client.put<Resource>(`${note.at}${query}`, given());
    expect(body['body']).toBe(' ü&=');
  });

  it.each([
    [{}, 'is missing'],
    [{ body: ' \n' }, "can't be blank"],
    [{ body: '\u200b' }, "can't be blank"],
    [{ body: null }, "can't be blank"],
    [{ body: ['x'] }, 'is invalid'],
    [{ body: {} }, 'is invalid'],
    [{ body: 'x'.repeat(65_537) }, 'is too long (maximum is 65536 characters)'],
  ])('returns 400 for %.40j and keeps the note', async (given, problem) => {
    expect(await update(given)).toEqual(answered(400, { message: { body: [problem] } }));
    expect((await author.client.get<Resource>(note.at)).body['body']).toBe('Before');
  });

  it('lets its author, masters, the owner and administrators change it', async () => {
    for (const client of [author.client, master.client, owner.client, forge.root]) {
      expect(await update({ body: 'After' }, client)).toEqual(answered(200, view('After')));
    }
  });

  // The developer is the author of the issue.
  it('returns 403 to others who see it before it validates the parameters', async () => {
    const outsider = await forge.seed.user();
    for (const client of [developer.client, outsider.client, forge.root.sudo(outsider.id)]) {
      expect(await update({}, client)).toEqual(forbidden());
    }
  });

  it('keeps one of 10 bodies sent concurrently', async () => {
    const bodies = Array.from({ length: 10 }, (_n, n) => `Body ${n}`);
    const answers = await Promise.all(bodies.map((body) => update({ body })));
    expect(answers.map(({ status }) => status)).toEqual(bodies.map(() => 200));
    const { body } = await author.client.get<Resource>(note.at);
    expect(bodies).toContain(body['body']);
  });

  it('returns 403 to everybody for a system note', async () => {
    const issue = await forge.seed.issue(project, author);
    await author.client.put(issue.at, { state_event: 'close' });
    const { body } = await author.client.get<[Resource]>(`${issue.at}/notes`);
    const at = `${issue.at}/notes/${body[0].id}`;
    for (const client of [author.client, owner.client, forge.root]) {
      expect(await client.put(at, { body: 'After' })).toEqual(forbidden());
    }
    expect((await author.client.get(`${issue.at}/notes`)).body).toEqual(body);
  });

  it('returns 404 to the author who can no longer see the issue', async () => {
    const issue = await forge.seed.issue(project, owner);
    const { at } = await forge.seed.note(issue, author);
    await owner.client.put(issue.at, { confidential: true });
    expect(await author.client.put(at, { body: 'After' })).toEqual(notFound('Issue'));
  });
});
