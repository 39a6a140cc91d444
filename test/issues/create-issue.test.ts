import { startForge, type Forge } from '../support/app.js';
import type { Client } from '../support/client.js';
import { LEVEL, VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { issueView } from '../support/project-views.js';
import { answered, userView } from '../support/expected-responses.js';

describe('POST /projects/:id/issues', () => {
  let forge: Forge;
  let owner: SeededUser;
  let reporter: SeededUser;
  let guest: SeededUser;
  let project: Resource;
  let issues: string;

  beforeAll(async () => {
    forge = await startForge();
    owner = await forge.seed.user({ username: 'owner', projects_limit: 100 });
    [reporter, guest] = [await forge.seed.user(), await forge.seed.user()];
  });
  beforeEach(async () => {
    project = await forge.seed.project(owner, { visibility_level: VISIBILITY.public });
    await forge.seed.member(project, reporter, LEVEL.reporter);
    await forge.seed.member(project, guest, LEVEL.guest);
    issues = `${project.at}/issues`;
  });
  afterAll(() => forge.close());

  const create = (given: object, client: Client = guest.client) =>
    client.post<Resource>(issues, given);

  it('returns 201 and an open issue', async () => {
    const answer = await create({ title: 'It hums' });
    const { id } = answer.body;
    expect(answer).toEqual(
      answered(201, issueView(forge, project, guest, { id, iid: 1, title: 'It hums' })),
    );
  });

  it('accepts every optional parameter', async () => {
    const given = { title: 'It hums', description: 'All\r\nnight.', confidential: true };
    const more = { assignee_id: guest.id, created_at: '2016-03-11T03:45:40.5+02:00' };
    const { body } = await create({ ...given, ...more }, owner.client);
    expect(body).toEqual(
      issueView(forge, project, owner, {
        ...{ ...given, id: body.id, iid: 1, assignee: userView(forge, guest) },
        created_at: '2016-03-11T01:45:40.500Z',
      }),
    );
  });

  it('stores what it returned', async () => {
    const title = '😀'.repeat(255);
    const { body } = await create({ title, description: ' x ', confidential: 'yes' });
    expect(body['title']).toBe(title);
    expect(await guest.client.get(`${issues}/${body.id}`)).toEqual(answered(200, body));
  });

  it('accepts the name of the project in the path', async () => {
    const name = String(project['path']).toUpperCase();
    const path = `/projects/OWNER%2F${name}/issues`;
    const { status, body } = await guest.client.post<Resource>(path, { title: 'T' });
    expect([status, body['project_id']]).toEqual([201, project.id]);
  });

  it('makes the user of sudo the author', async () => {
    const { body } = await create({ title: 'T' }, forge.root.sudo(guest.username));
    expect(body).toEqual(issueView(forge, project, guest, { id: body.id, iid: 1, title: 'T' }));
  });

  it('ignores unknown parameters and ids in the body', async () => {
    const other = await forge.seed.project(owner, { visibility_level: VISIBILITY.public });
    const odd = { id: other.id, project_id: other.id, iid: 9, state: 'closed', author_id: 1 };
    const path = `${issues}?id=${other.id}`;
    const { body } = await guest.client.post<Resource>(path, { title: 'T', ...odd });
    expect(body).toEqual(issueView(forge, project, guest, { id: body.id, iid: 1, title: 'T' }));
  });

  it.each([
    ['', null],
    [null, null],
    [7, '7'],
    ['😀'.repeat(65_536), '😀'.repeat(65_536)],
  ])('accepts the description %.20j', async (description, kept) => {
    expect((await create({ title: 'T', description })).body['description']).toBe(kept);
  });

  it.each([
    ['JSON', (path: string) => guest.client.post(path, { title: 'ü', confidential: true })],
    [
      'a form',
      (path: string) =>
        guest.client.post(path, new URLSearchParams({ title: 'ü', confidential: '1' })),
    ],
    [
      'multipart',
      (path: string) => {
        const form = new FormData();
        form.set('title', 'ü');
        form.set('confidential', 'on');
        return guest.client.post(path, form);
      },
    ],
    ['the query', (path: string) => guest.client.post(`${path}?title=%C3%BC&confidential=T`)],
    [
      'the body before the query',
      (path: string) => guest.client.post(`${path}?title=x&confidential=true`, { title: 'ü' }),
    ],
  ])('reads its parameters from %s', async (_, send) => {
    const { body } = await send(issues);
    expect(body).toMatchObject({ title: 'ü', confidential: true });
  });

  describe('assignee_id', () => {
    it('is ignored from callers below reporter, even if it is invalid', async () => {
      for (const assignee_id of [owner.id, 999_999, 'nobody', [1]]) {
        const { status, body } = await create({ title: 'T', assignee_id });
        expect([status, body['assignee']]).toEqual([201, null]);
      }
    });

    it('is read from reporters; 0 and blank mean nobody', async () => {
      const assignees = [];
      for (const assignee_id of [String(guest.id), 0, null, '']) {
        const { body } = await create({ title: 'T', assignee_id }, reporter.client);
        assignees.push(body['assignee']);
      }
      expect(assignees).toEqual([userView(forge, guest), null, null, null]);
    });
  });
});
