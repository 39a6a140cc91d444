import { setTimeout as delay } from 'node:timers/promises';
import { notFoundByOddIds } from '../behaviours/not-found-by-odd-ids.js';
import { startForge, type Forge } from '../support/app.js';
import type { Client } from '../support/client.js';
import { LEVEL, VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { noteView } from '../support/project-views.js';
import { answered } from '../support/views.js';

describe('PUT /projects/:id/issues/:issue_id/notes/:note_id', () => {
  let forge: Forge;
  let owner: SeededUser;
  let author: SeededUser;
  let project: Resource;
  let issue: Resource;
  let note: Resource;

  beforeAll(async () => {
    forge = await startForge();
    [owner, author] = [await forge.seed.user(), await forge.seed.user()];
    project = await forge.seed.project(owner, { visibility_level: VISIBILITY.public });
    issue = await forge.seed.issue(project, owner);
  });
  beforeEach(async () => {
    note = await forge.seed.note(issue, author, { body: 'Before' });
  });
  afterAll(() => forge.close());

  const update = (given: object, client: Client = author.client) => client.put(note.at, given);
  const forbidden = () => answered(403, { message: '403 Forbidden' });

  it('answers 200 and the note as it is now', async () => {
    expect(await update({ body: 'After' })).toEqual(
      answered(200, noteView(issue, author, { id: note.id, body: 'After' })),
    );
  });

  it('keeps what it answered', async () => {
    const { body } = await update({ body: 'After' });
    expect(await author.client.get(note.at)).toEqual(answered(200, body));
  });

  it('moves updated_at and leaves created_at', async () => {
    await delay(2);
    const { body } = await author.client.put<Record<string, string>>(note.at, { body: 'After' });
    expect(body['created_at']).toBe(note['created_at']);
    expect(body['updated_at'] > String(note['updated_at'])).toBe(true);
  });

  it.each([
    [':+1:', { upvote: true }],
    [':thumbsdown:', { downvote: true }],
    [':tada:', {}],
    ['🎉', {}],
  ])('makes no award of %j; its vote is %j', async (body, vote) => {
    expect(await update({ body })).toEqual(
      answered(200, noteView(issue, author, { id: note.id, body, ...vote })),
    );
  });

  it('changes nothing but the body', async () => {
    const odd = { created_at: '2016-01-01', system: true, author_id: 1, noteable_id: 0, id: 0 };
    const { body } = await owner.client.put(note.at, { body: 'After', ...odd, note_id: 0 });
    const { created_at } = note;
    expect(body).toEqual(noteView(issue, author, { id: note.id, body: 'After', created_at }));
  });

  it.each([
    ['a form', '', () => new URLSearchParams({ body: ' ü&=' })],
    ['the query', '?body=%20%C3%BC%26%3D', () => undefined],
    ['a form before the query', '?body=query', () => new URLSearchParams({ body: ' ü&=' })],
  ])('takes the body from %s', async (_, query, given) => {
    const { body } = await author.client.put<Resource>(`${note.at}${query}`, given());
    expect(body['body']).toBe(' ü&=');
  });

  it.each([
    [{}, 'is missing'],
    [{ body: ' \n' }, "can't be blank"],
    [{ body: null }, "can't be blank"],
    [{ body: ['x'] }, 'is invalid'],
    [{ body: 'x'.repeat(1_000_001) }, 'is too long (maximum is 1000000 characters)'],
  ])('refuses %.40j and leaves the note', async (given, problem) => {
    expect(await update(given)).toEqual(answered(400, { message: { body: [problem] } }));
    expect((await author.client.get<Resource>(note.at)).body['body']).toBe('Before');
  });

  it('is for its author, masters, the owner and administrators', async () => {
    const master = await forge.seed.user();
    await forge.seed.member(project, master, LEVEL.master);
    for (const client of [author.client, master.client, owner.client, forge.root]) {
      expect(await update({ body: 'After' }, client)).toEqual(
        answered(200, noteView(issue, author, { id: note.id, body: 'After' })),
      );
    }
  });

  it('is refused to others who see it, before the parameters are looked at', async () => {
    const [developer, outsider] = [await forge.seed.user(), await forge.seed.user()];
    await forge.seed.member(project, developer, LEVEL.developer);
    for (const client of [developer.client, outsider.client, forge.root.sudo(outsider.id)]) {
      expect(await update({}, client)).toEqual(forbidden());
    }
  });

  it('is refused to the author of the issue, who is not that of the note', async () => {
    const other = await forge.seed.user();
    const theirs = await forge.seed.issue(project, other);
    const { at } = await forge.seed.note(theirs, author);
    expect(await other.client.put(at, { body: 'After' })).toEqual(forbidden());
  });

  it('is refused to everybody where the service wrote the note', async () => {
    const closed = await forge.seed.issue(project, author);
    await author.client.put(closed.at, { state_event: 'close' });
    const { body } = await author.client.get<Resource[]>(`${closed.at}/notes`);
    const at = `${closed.at}/notes/${body[0].id}`;
    for (const client of [author.client, owner.client, forge.root]) {
      expect(await client.put(at, { body: 'After' })).toEqual(forbidden());
    }
    expect((await author.client.get(`${closed.at}/notes`)).body).toEqual(body);
  });

  it('does not exist for its author when he may not see the issue any more', async () => {
    const hidden = await forge.seed.issue(project, owner);
    const { at } = await forge.seed.note(hidden, author);
    await owner.client.put(hidden.at, { confidential: true });
    expect(await author.client.put(at, { body: 'After' })).toEqual(
      answered(404, { message: '404 Issue Not Found' }),
    );
  });

  it('finds it under its own issue only', async () => {
    const beside = await forge.seed.issue(project, owner);
    expect(await forge.root.put(`${beside.at}/notes/${note.id}`, { body: 'After' })).toEqual(
      answered(404, { message: '404 Note Not Found' }),
    );
  });

  it('leaves one of ten bodies that are sent at once', async () => {
    const bodies = Array.from({ length: 10 }, (_, n) => `Body ${n}`);
    const answers = await Promise.all(bodies.map((body) => update({ body })));
    expect(answers.map(({ status }) => status)).toEqual(bodies.map(() => 200));
    const { body } = await author.client.get<Resource>(note.at);
    expect(bodies).toContain(body['body']);
  });

  notFoundByOddIds('Note', (id) => {
    return { client: forge.root, method: 'PUT', path: `${issue.at}/notes/${id}`, body: {} };
  });
});
