import { setTimeout as delay } from 'node:timers/promises';
import { returnsNotFoundForUnknownIds } from '../behaviours/unknown-ids.js';
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

    it('stores the note as it returned it', async () => {
      const { body } = await ada.client.post<Resource>(notes, { body: 'Hello' });
      expect((await owner.client.get(notes)).body).toEqual([body]);
      expect((await owner.client.get(`${notes}/${body.id}`)).body).toMatchObject(body);
    });

    it('sets created_at and updated_at to the same time', async () => {
      const before = new Date().toISOString();
      const { body } = await ada.client.post<Record<string, string>>(notes, { body: 'Hello' });
      expect(body['created_at'] >= before).toBe(true);
      expect(body['updated_at']).toBe(body['created_at']);
    });

    it('makes the user of sudo the author', async () => {
      const { body } = await forge.root.sudo(ada.username).post<Resource>(notes, { body: 'Hello' });
      expect(body).toEqual(view(ada, { id: body.id, body: 'Hello' }));
    });

    it('moves updated_at of the noteable', async () => {
      await delay(2);
      await ada.client.post(notes, { body: 'Hello' });
      const { body } = await ada.client.get<Record<string, string>>(noteable.at);
      expect(body['updated_at'] > String(noteable['updated_at'])).toBe(true);
    });

    it('records an event that contains the note', async () => {
      const writer = await forge.seed.user();
      const { body: note } = await writer.client.post<Resource>(notes, { body: 'Hello' });
      const target = { target_type: 'Note', target_id: note.id, target_title: noteable['title'] };
      expect((await writer.client.get(`${writer.at}/events`)).body).toEqual([
        eventView(forge, project, writer, { action_name: 'commented on', ...target, note }),
      ]);
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

    it('ignores unknown parameters', async () => {
      const odd = { system: true, upvote: true, author_id: 1, attachment: 'x', updated_at: '2016' };
      const given = { body: 'Hello', noteable_type: 'Commit', title: 'x', ...odd };
      const { body } = await ada.client.post<Resource>(notes, given);
      expect(body).toEqual(view(ada, { id: body.id, body: 'Hello' }));
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
      expect(answer).toEqual(answered(201, { ...view(owner, { id, body }), ...vote }));
    });

    it.each([
      ['the owner of the project', () => owner.client],
      ['administrators', () => forge.root],
      ['an administrator who acts as the owner', () => forge.root.sudo(owner.id)],
    ])('honours created_at for %s', async (_who, client) => {
      const given = { body: 'x', created_at: '2016-03-11T03:45:40+02:00' };
      const { body } = await client().post<Resource>(notes, given);
      expect(body['created_at']).toBe('2016-03-11T01:45:40.000Z');
    });

    it('ignores created_at from others, even an invalid one', async () => {
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
      [{ body: 'x'.repeat(65_537) }, { body: ['is too long (maximum is 65536 characters)'] }],
      [{ body: 'x', created_at: 'whenever' }, { created_at: ['is invalid'] }],
      [
        { body: '', created_at: '2999-01-01' },
        { body: ["can't be blank"], created_at: ['is invalid'] },
      ],
    ])('returns 400 for %.50j and creates no note', async (given, message) => {
      expect(await owner.client.post(notes, given)).toEqual(answered(400, { message }));
      expect((await owner.client.get(notes)).body).toEqual([]);
    });

    it('accepts 65,536 characters', async () => {
      const longest = '😀'.repeat(65_536);
      const { body } = await ada.client.post<Resource>(notes, { body: longest });
      expect(body['body'] === longest).toBe(true);
    });

    it('keeps every note of 50 concurrent requests', async () => {
      const bodies = Array.from({ length: 50 }, (_n, n) => `Note ${n}`);
      await Promise.all(bodies.map((body) => ada.client.post(notes, { body })));
      const { body } = await ada.client.get<{ body: string }[]>(notes, { per_page: 100 });
      expect(body.map((note) => note.body).sort()).toEqual(bodies.sort());
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

    returnsNotFoundForUnknownIds(resourceName, (id) => {
      return { client: owner.client, method: 'POST', path: `${project.at}/${path}/${id}/notes` };
    });
  },
);
