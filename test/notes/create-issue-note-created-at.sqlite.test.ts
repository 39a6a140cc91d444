import { startForge, type Forge } from '../support/app.js';
import type { Client } from '../support/client.js';
import { LEVEL, VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { noteView } from '../support/project-views.js';
import { answered } from '../support/expected-responses.js';

describe('created_at of a new note on an issue', () => {
  let forge: Forge;
  let owner: SeededUser;
  let author: SeededUser;
  let master: SeededUser;
  let issue: Resource;

  beforeAll(async () => {
    forge = await startForge();
    [owner, author] = [await forge.seed.user(), await forge.seed.user()];
    master = await forge.seed.user();
    const project = await forge.seed.project(owner, { visibility_level: VISIBILITY.public });
    await forge.seed.member(project, master, LEVEL.master);
    issue = await forge.seed.issue(project, author);
  });
  afterAll(() => forge.close());

  const write = (created_at: unknown, client: Client = owner.client) =>
    client.post<{ id: number; created_at: string; updated_at: string }>(`${issue.at}/notes`, {
      ...{ body: 'Hello', created_at },
    });

  it.each([
    ['the owner of the project', () => owner.client, () => owner],
    ['an administrator who acts as the owner', () => forge.root.sudo(owner.id), () => owner],
    ['an administrator who acts as another user', () => forge.root.sudo(author.id), () => author],
  ])('is accepted from %s', async (_, client, writer) => {
    const { body } = await write('2016-03-11T03:45:40Z', client());
    const created_at = '2016-03-11T03:45:40.000Z';
    expect(body).toEqual(noteView(issue, writer(), { id: body.id, body: 'Hello', created_at }));
  });

  it('is accepted from an administrator', async () => {
    const { body } = await write('2016-03-11T03:45:40Z', forge.root);
    expect(body.created_at).toBe('2016-03-11T03:45:40.000Z');
  });

  it('gives no access to an administrator who acts as a user that cannot see the issue', async () => {
    const hidden = await forge.seed.issue(await forge.seed.project(owner), owner);
    const given = { body: 'Hello', created_at: '2016-03-11T03:45:40Z' };
    const { status } = await forge.root.sudo(author.id).post(`${hidden.at}/notes`, given);
    expect(status).toBe(404);
  });

  it('is checked also if the effective user could not choose it', async () => {
    expect(await write('whenever', forge.root.sudo(author.id))).toEqual(
      answered(400, { message: { created_at: ['is invalid'] } }),
    );
  });

  it.each([
    ['a master', () => master.client],
    ['the author of the issue', () => author.client],
  ])('is ignored from %s, even if it is invalid', async (_, client) => {
    for (const given of ['2016-03-11T03:45:40Z', '2999-01-01', 'whenever', ['x']]) {
      const before = new Date().toISOString();
      const { status, body } = await write(given, client());
      expect([status, body.created_at >= before]).toEqual([201, true]);
    }
  });

  it.each([
    ['2016-03-11T03:45:40Z', '2016-03-11T03:45:40.000Z'],
    ['2016-03-11t03:45:40z', '2016-03-11T03:45:40.000Z'],
    ['2016-03-11T03:45:40.678Z', '2016-03-11T03:45:40.678Z'],
    ['2016-03-11T03:45:40.6Z', '2016-03-11T03:45:40.600Z'],
    ['2016-03-11T03:45:40,123456789Z', '2016-03-11T03:45:40.123Z'],
    ['2016-03-11T03:45:40+02:00', '2016-03-11T01:45:40.000Z'],
    ['2016-03-11T03:45:40-0530', '2016-03-11T09:15:40.000Z'],
    ['2016-03-11T03:45:40+14', '2016-03-10T13:45:40.000Z'],
    ['2016-03-11 03:45:40 UTC', '2016-03-11T03:45:40.000Z'],
    ['2016-03-11T03:45', '2016-03-11T03:45:00.000Z'],
    ['2016-03-11', '2016-03-11T00:00:00.000Z'],
    ['2016-02-29', '2016-02-29T00:00:00.000Z'],
    ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
  ])('is read in every format of ISO 8601: %s', async (given, created_at) => {
    expect((await write(given)).body.created_at).toBe(created_at);
  });

  it.each([undefined, null, ''])('is optional: %j', async (given) => {
    const { status, body } = await write(given);
    expect([status, body.created_at]).toEqual([201, body.updated_at]);
  });

  it('is read from a form', async () => {
    const form = new URLSearchParams({ body: 'x', created_at: '2016-03-11T03:45:40+00:00' });
    const { body } = await owner.client.post<Resource>(`${issue.at}/notes`, form);
    expect(body['created_at']).toBe('2016-03-11T03:45:40.000Z');
  });

  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  it.each([
    'whenever',
    'now',
    '2016',
    '2016-03',
    '2015-02-29',
    '2016-04-31T00:00:00Z',
    '2016-13-01T00:00:00Z',
    '2016-00-01T00:00:00Z',
    '2016-03-11T24:00:00Z',
    '2016-03-11T03:60:00Z',
    '2016-03-11T03:45:61Z',
    '2016-03-11T03:45:40+15:00',
    '2016-03-11T03:45:40 CET',
    '11/03/2016',
    'Fri, 11 Mar 2016 03:45:40 GMT',
    '1969-12-31T23:59:59.999Z',
    '0001-01-01T00:00:00Z',
    '1457667940',
    '2016-03-11T03:45:40Z; x',
    tomorrow,
    '9999-12-31T23:59:59Z',
    1457667940,
    true,
    ['2016-03-11'],
    { at: '2016-03-11' },
  ])('returns 400 if it is invalid or in the future: %j', async (given) => {
    expect(await write(given)).toEqual(answered(400, { message: { created_at: ['is invalid'] } }));
  });

  it('returns 400 together with errors of the body', async () => {
    const given = { body: '', created_at: 'whenever' };
    expect(await owner.client.post(`${issue.at}/notes`, given)).toEqual(
      answered(400, { message: { body: ["can't be blank"], created_at: ['is invalid'] } }),
    );
  });
});
