import { setTimeout as delay } from 'node:timers/promises';
import { startForge, type Forge } from '../support/app.js';
import { NOTEABLES } from '../support/noteables.js';
import { eventView, noteView } from '../support/project-views.js';
import { VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { answered } from '../support/expected-responses.js';

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

describe.each(NOTEABLES)(
  'POST /projects/:id/$noteable/notes',
  ({ type, resourceName, path, make }) => {
    let noteable: Resource;
    let notes: string;

    beforeEach(async () => {
      noteable = await make(forge.seed, project, owner);
      notes = `${noteable.at}/notes`;
    });

    const view = (author: SeededUser, given: { id: number; body: string }) =>
      noteView(noteable, author, { ...given, noteable_type: type });

    it('returns 201 and the note, without any field of the noteable', async () => {
      const answer = await ada.client.post<Resource>(notes, { body: ' Hello\r\n' });
      const { id } = answer.body;
      expect(answer).toEqual(answered(201, view(ada, { id, body: ' Hello\r\n' })));
    });

    it('moves updated_at of the noteable', async () => {
      await delay(2);
      await ada.client.post(notes, { body: 'Hello' });
      const { body } = await ada.client.get<Record<string, string>>(noteable.at);
      expect(body['updated_at'] > String(noteable['updated_at'])).toBe(true);
    });

    it('honours created_at of the owner of the project, and ignores it from others', async () => {
      const created_at = '2016-03-11T01:45:40.000Z';
      const createdBy = async ({ client }: SeededUser) =>
        (await client.post<Resource>(notes, { body: 'x', created_at })).body['created_at'];
      expect(await createdBy(owner)).toBe(created_at);
      expect(await createdBy(ada)).not.toBe(created_at);
    });

    it('records an event that contains the note', async () => {
      const writer = await forge.seed.user();
      const { body: note } = await writer.client.post<Resource>(notes, { body: 'Hello' });
      const target = { target_type: 'Note', target_id: note.id, target_title: noteable['title'] };
      expect((await writer.client.get(`${writer.at}/events`)).body).toEqual([
        eventView(forge, project, writer, { action_name: 'commented on', ...target, note }),
      ]);
    });

    it('ignores ids in the body and the query', async () => {
      const { id } = await make(forge.seed, project, owner);
      const ids = { noteable_id: id, issue_id: id, snippet_id: id, merge_request_id: id };
      const query = new URLSearchParams({
        issue_id: String(id),
        snippet_id: String(id),
      }).toString();
      const given = { body: 'Here', id: 0, project_id: 0, ...ids };
      const { body } = await ada.client.post<Resource>(`${notes}?${query}`, given);
      expect(body).toEqual(view(ada, { id: body.id, body: 'Here' }));
    });

    it('returns 404 below another project before it validates the parameters', async () => {
      const elsewhere = await forge.seed.project(owner);
      const at = `${elsewhere.at}/${path}/${noteable.id}/notes`;
      for (const [client, missing] of [
        [owner.client, resourceName],
        [ada.client, 'Project'],
      ] as const) {
        expect(await client.post(at, {})).toEqual(
          answered(404, { message: `404 ${missing} Not Found` }),
        );
      }
    });
  },
);

// One service writes the notes on all kinds.
describe('POST /projects/:id/issues/:issue_id/notes', () => {
  let issue: Resource;
  let notes: string;

  beforeEach(async () => {
    issue = await forge.seed.issue(project, owner);
    notes = `${issue.at}/notes`;
  });

  it('stores the note as it returned it', async () => {
    const { body } = await ada.client.post<Resource>(notes, { body: 'Hello' });
    expect((await owner.client.get(notes)).body).toEqual([body]);
    expect((await owner.client.get(`${notes}/${body.id}`)).body).toMatchObject(body);
  });

  it('makes the user of sudo the author', async () => {
    const { body } = await forge.root.sudo(ada.username).post<Resource>(notes, { body: 'Hello' });
    expect(body).toEqual(noteView(issue, ada, { id: body.id, body: 'Hello' }));
  });

  const text = ' ü & = + %41\r\n';
  const inQuery = `?body=${encodeURIComponent(text)}`;
  const multipart = () => {
    const form = new FormData();
    form.set('body', text);
    return form;
  };

  it.each([
    ['JSON', '', () => ({ body: text })],
    ['a form', '', () => new URLSearchParams({ body: text })],
    ['multipart', '', multipart],
    ['the query', inQuery, () => undefined],
    ['the query, beside an empty object', inQuery, () => ({})],
    ['JSON before the query', '?body=query', () => ({ body: text })],
    ['a form before the query', '?body=query', () => new URLSearchParams({ body: text })],
    ['multipart before the query', '?body=query', multipart],
  ])('reads the body from %s', async (_from, query, given) => {
    const { status, body } = await ada.client.post<Resource>(notes + query, given());
    expect([status, body['body']]).toEqual([201, text]);
  });

  it('ignores unknown parameters', async () => {
    const odd = { system: true, upvote: true, author_id: 1, attachment: 'x', updated_at: '2016' };
    const given = { body: 'Hello', noteable_type: 'Commit', title: 'x', ...odd };
    const { body } = await ada.client.post<Resource>(notes, given);
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
  ])('counts %j of the author of the noteable as the vote %j', async (body, vote) => {
    const answer = await owner.client.post<Resource>(notes, { body });
    const { id } = answer.body;
    expect(answer).toEqual(answered(201, { ...noteView(issue, owner, { id, body }), ...vote }));
  });

  it('keeps every note of 20 concurrent requests', async () => {
    const bodies = Array.from({ length: 20 }, (_n, n) => `Note ${n}`);
    await Promise.all(bodies.map((body) => ada.client.post(notes, { body })));
    const { body } = await ada.client.get<{ body: string }[]>(notes);
    expect(body.map((note) => note.body).sort()).toEqual(bodies.sort());
  });
});
