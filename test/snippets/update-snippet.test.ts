import { setTimeout as delay } from 'node:timers/promises';
import { startForge, type Forge } from '../support/app.js';
import type { Client } from '../support/client.js';
import { viewOf } from '../support/project-views.js';
import { LEVEL, VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { answered, TIMESTAMP } from '../support/expected-responses.js';

describe('PUT /projects/:id/snippets/:snippet_id', () => {
  let forge: Forge;
  let owner: SeededUser;
  let author: SeededUser;
  let project: Resource;
  let snippet: Resource;
  let shown: object;

  beforeAll(async () => {
    forge = await startForge();
    [owner, author] = [await forge.seed.user(), await forge.seed.user()];
    project = await forge.seed.project(owner, { visibility_level: VISIBILITY.public });
    await forge.seed.member(project, author, LEVEL.reporter);
  });
  beforeEach(async () => {
    snippet = await forge.seed.snippet(project, author, { code: 'before' });
    shown = { ...viewOf(snippet), updated_at: TIMESTAMP };
  });
  afterAll(() => forge.close());

  const update = (given: object, client: Client = author.client) => client.put(snippet.at, given);
  const code = async () => (await author.client.get(`${snippet.at}/raw`)).body;

  it('returns 200 and the snippet with every given field', async () => {
    const given = { title: 'After', file_name: 'after.rb', visibility_level: 0 };
    expect(await update({ ...given, code: 'after' })).toEqual(
      answered(200, { ...shown, ...given }),
    );
    expect(await code()).toBe('after');
  });

  it('stores what it returned', async () => {
    const { body } = await update({ title: 'After' });
    expect(await author.client.get(snippet.at)).toEqual(answered(200, body));
  });

  it.each([
    ['nothing', {}, {}],
    ['null', { title: null, file_name: null, code: null, visibility_level: null }, {}],
    ['what it does not know', { author_id: 1, project_id: 0, expires_at: '2030-01-01' }, {}],
    ['a title', { title: 'After' }, { title: 'After' }],
    ['a level as a form spells it', { visibility_level: '0' }, { visibility_level: 0 }],
  ])('changes only what is given: %s', async (_, given, changes) => {
    expect(await update(given)).toEqual(answered(200, { ...shown, ...changes }));
    expect(await code()).toBe('before');
  });

  it('moves updated_at and keeps created_at', async () => {
    await delay(2);
    const { body } = await author.client.put<Record<string, string>>(snippet.at, { code: 'after' });
    expect(body['created_at']).toBe(snippet['created_at']);
    expect(body['updated_at'] > String(snippet['updated_at'])).toBe(true);
  });

  it('keeps updated_at if nothing is given', async () => {
    await delay(2);
    expect((await update({})).body).toEqual(viewOf(snippet));
  });

  it.each([
    [{ title: '' }, { title: ["can't be blank"] }],
    [{ title: 'a\nb' }, { title: ['should be a single line'] }],
    [{ file_name: 'x'.repeat(256) }, { file_name: ['is too long (maximum is 255 characters)'] }],
    [{ code: ' ' }, { code: ["can't be blank"] }],
    [{ code: 'x'.repeat(65_537) }, { code: ['is too long (maximum is 65536 characters)'] }],
    [{ visibility_level: 5 }, { visibility_level: ['does not have a valid value'] }],
    [
      { title: [], file_name: {}, visibility_level: 'public' },
      {
        title: ['is invalid'],
        file_name: ['is invalid'],
        visibility_level: ['does not have a valid value'],
      },
    ],
  ])('returns 400 for %.50j and changes nothing', async (given, message) => {
    const answer = await update({ title: 'After', code: 'after', ...given });
    expect(answer).toEqual(answered(400, { message }));
    expect([(await author.client.get(snippet.at)).body, await code()]).toEqual([shown, 'before']);
  });

  it('lets its author change it even after leaving the project, and administrators', async () => {
    const former = await forge.seed.user();
    await forge.seed.member(project, former, LEVEL.reporter);
    const { at } = await forge.seed.snippet(project, former, { visibility_level: 0 });
    await forge.root.delete(`${project.at}/members/${former.id}`);
    for (const client of [former.client, forge.root, forge.root.sudo(former.id)]) {
      expect((await client.put(at, { title: 'After' })).status).toBe(200);
    }
  });

  it('returns 403 to others who see it before it validates the parameters', async () => {
    const master = await forge.seed.user();
    await forge.seed.member(project, master, LEVEL.master);
    for (const client of [master.client, owner.client, forge.root.sudo(owner.id)]) {
      expect(await update({ title: '' }, client)).toEqual(
        answered(403, { message: '403 Forbidden' }),
      );
    }
  });

  it('returns 404 below another project', async () => {
    const other = await forge.seed.project(owner);
    expect(await forge.root.put(`${other.at}/snippets/${snippet.id}`, {})).toEqual(
      answered(404, { message: '404 Snippet Not Found' }),
    );
  });
});
