import { setTimeout as delay } from 'node:timers/promises';
import { notFoundByOddIds } from '../behaviours/not-found-by-odd-ids.js';
import { startForge, type Forge } from '../support/app.js';
import { VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { noteView } from '../support/project-views.js';
import { answered } from '../support/views.js';

describe('POST /projects/:id/issues/:issue_id/notes', () => {
  let forge: Forge;
  let owner: SeededUser;
  let ada: SeededUser;
  let project: Resource;
  let issue: Resource;
  let notes: string;

  beforeAll(async () => {
    forge = await startForge();
    [owner, ada] = [await forge.seed.user(), await forge.seed.user()];
    project = await forge.seed.project(owner, { visibility_level: VISIBILITY.public });
  });
  beforeEach(async () => {
    issue = await forge.seed.issue(project, owner);
    notes = `${issue.at}/notes`;
  });
  afterAll(() => forge.close());

  it('answers 201 and the note', async () => {
    const answer = await ada.client.post<Resource>(notes, { body: 'Hello' });
    const { id } = answer.body;
    expect(answer).toEqual(answered(201, noteView(issue, ada, { id, body: 'Hello' })));
  });

  it('keeps what it answered', async () => {
    const { body } = await ada.client.post<Resource>(notes, { body: 'Hello' });
    expect(await owner.client.get(`${notes}/${body.id}`)).toEqual(answered(200, body));
  });

  it('gives it one moment for when it was written and last changed', async () => {
    const before = new Date().toISOString();
    const { body } = await ada.client.post<Record<string, string>>(notes, { body: 'Hello' });
    expect(body['created_at'] >= before).toBe(true);
    expect(body['updated_at']).toBe(body['created_at']);
  });

  it('is written by the user an administrator acts as', async () => {
    const { body } = await forge.root.sudo(ada.username).post<Resource>(notes, { body: 'Hello' });
    expect(body).toEqual(noteView(issue, ada, { id: body.id, body: 'Hello' }));
  });

  it('tells the issue that something was said', async () => {
    const at = async () => (await ada.client.get<Record<string, string>>(issue.at)).body;
    const before = (await at())['updated_at'];
    await delay(2);
    await ada.client.post(notes, { body: 'Hello' });
    expect((await at())['updated_at'] > before).toBe(true);
  });

  const fields = (given: Record<string, string>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(given)) form.set(name, value);
    return form;
  };
  const text = ' ü & = + %41\r\n';

  it.each([
    ['JSON', '', () => ({ body: text })],
    ['a form', '', () => new URLSearchParams({ body: text })],
    ['multipart', '', () => fields({ body: text })],
    ['the query', `?body=${encodeURIComponent(text)}`, () => undefined],
    ['the query, beside an empty object', `?body=${encodeURIComponent(text)}`, () => ({})],
    ['JSON before the query', '?body=query', () => ({ body: text })],
    ['a form before the query', '?body=query', () => new URLSearchParams({ body: text })],
    ['multipart before the query', '?body=query', () => fields({ body: text })],
  ])('takes its body from %s', async (_, query, given) => {
    const { status, body } = await ada.client.post<Resource>(`${notes}${query}`, given());
    expect([status, body['body']]).toEqual([201, text]);
  });

  it('lets the ids of the path win over those of the body and the query', async () => {
    const other = await forge.seed.issue(project, owner);
    const ids = { id: 0, issue_id: other.id, noteable_id: other.id, project_id: 0 };
    const path = `${notes}?issue_id=${other.id}`;
    const { body } = await ada.client.post<Resource>(path, { body: 'Here', ...ids });
    expect(body).toEqual(noteView(issue, ada, { id: body.id, body: 'Here' }));
  });

  it('ignores what it does not know', async () => {
    const odd = { system: true, upvote: true, author_id: 1, attachment: 'x', updated_at: '2016' };
    const { body } = await ada.client.post<Resource>(notes, { body: 'Hello', ...odd });
    expect(body).toEqual(noteView(issue, ada, { id: body.id, body: 'Hello' }));
  });

  it.each([
    [':+1:', { upvote: true }],
    [':thumbsup:', { upvote: true }],
    [':-1:', { downvote: true }],
    [':thumbsdown:', { downvote: true }],
    [' :+1:', {}],
    ['👍', {}],
    [':+1: :-1:', {}],
  ])('counts %j of the issue’s author as the vote %j', async (body, vote) => {
    const answer = await owner.client.post<Resource>(notes, { body });
    const { id } = answer.body;
    expect(answer).toEqual(answered(201, noteView(issue, owner, { id, body, ...vote })));
  });

  it('keeps all of fifty that are written at once', async () => {
    const bodies = Array.from({ length: 50 }, (_, n) => `Note ${n}`);
    await Promise.all(bodies.map((body) => ada.client.post(notes, { body })));
    const { body } = await ada.client.get<{ body: string }[]>(notes, { per_page: 100 });
    expect(body.map((note) => note.body).sort()).toEqual(bodies.sort());
  });

  it('looks for the issue before it looks at the parameters', async () => {
    const elsewhere = await forge.seed.project(owner);
    const path = `${elsewhere.at}/issues/${issue.id}/notes`;
    expect(await owner.client.post(path, {})).toEqual(
      answered(404, { message: '404 Issue Not Found' }),
    );
    expect(await ada.client.post(path, {})).toEqual(
      answered(404, { message: '404 Project Not Found' }),
    );
  });

  notFoundByOddIds('Issue', (id) => {
    return { client: owner.client, method: 'POST', path: `${project.at}/issues/${id}/notes` };
  });
});
