import { startForge, type Forge } from '../support/app.js';
import type { Client } from '../support/client.js';
import { mergeRequestView } from '../support/project-views.js';
import { LEVEL, VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { answered, userView } from '../support/expected-responses.js';

describe('POST /projects/:id/merge_requests', () => {
  let forge: Forge;
  let owner: SeededUser;
  let developer: SeededUser;
  let project: Resource;
  let mergeRequests: string;

  beforeAll(async () => {
    forge = await startForge();
    owner = await forge.seed.user({ projects_limit: 100 });
    developer = await forge.seed.user();
  });
  beforeEach(async () => {
    project = await forge.seed.project(owner, { visibility_level: VISIBILITY.public });
    await forge.seed.member(project, developer, LEVEL.developer);
    mergeRequests = `${project.at}/merge_requests`;
  });
  afterAll(() => forge.close());

  const given = { title: 'Carry ahead', source_branch: 'carry', target_branch: 'master' };
  const create = (more: object = {}, client: Client = developer.client) =>
    client.post<Resource>(mergeRequests, { ...given, ...more });
  const view = (id: number, more: object = {}) =>
    mergeRequestView(forge, project, developer, { id, iid: 1, ...given, ...more });

  it('returns 201 and an open merge request', async () => {
    const answer = await create();
    expect(answer).toEqual(answered(201, view(answer.body.id)));
  });

  it('accepts every optional parameter', async () => {
    const { body } = await create({ description: 'All\r\ncolumns.', assignee_id: owner.id });
    const assignee = userView(forge, owner);
    expect(body).toEqual(view(body.id, { description: 'All\r\ncolumns.', assignee }));
  });

  it('stores what it returned', async () => {
    const longest = '😀'.repeat(255);
    const branches = { source_branch: longest, target_branch: longest };
    const { body } = await create({ title: longest, ...branches, description: ' x ' });
    expect(body).toMatchObject({ title: longest, ...branches, description: ' x ' });
    expect(await developer.client.get(`${mergeRequests}/${body.id}`)).toEqual(answered(200, body));
  });

  it.each([
    ['WIP: Carry', true],
    ['[WIP] Carry', true],
    ['wip carry', true],
    ['Wiped', false],
    ['Carry WIP', false],
  ])(
    'reads from the title %j whether it is work in progress: %s',
    async (title, work_in_progress) => {
      expect((await create({ title })).body).toMatchObject({ title, work_in_progress });
    },
  );

  it('accepts equal branches, and the same branches twice', async () => {
    const same = { source_branch: 'master' };
    expect([(await create(same)).status, (await create(same)).status]).toEqual([201, 201]);
  });

  it('ignores unknown parameters and ids in the body', async () => {
    const odd = { id: 0, project_id: 0, iid: 9, state: 'merged', author_id: 1, created_at: 'x' };
    const { body } = await create(odd);
    expect(body).toEqual(view(body.id));
  });

  const multipart = () => {
    const form = new FormData();
    for (const [name, value] of Object.entries(given)) form.set(name, value);
    return form;
  };
  it.each([
    ['a form', '', () => new URLSearchParams(given)],
    ['multipart', '', multipart],
    ['the query', `?${new URLSearchParams(given).toString()}`, () => undefined],
    ['JSON before the query', '?title=x&source_branch=x', () => given],
  ])('reads its parameters from %s', async (_, query, body) => {
    const answer = await developer.client.post<Resource>(mergeRequests + query, body());
    expect(answer).toEqual(answered(201, view(answer.body.id)));
  });

  it.each([null, 0, ''])('treats assignee_id %j as nobody', async (assignee_id) => {
    expect((await create({ assignee_id })).body['assignee']).toBeNull();
  });

  it.each(['', null])('treats description %j as empty', async (description) => {
    expect((await create({ description })).body['description']).toBeNull();
  });

  it('lets developers and above and administrators create one', async () => {
    for (const client of [developer.client, owner.client, forge.root]) {
      expect((await create({}, client)).status).toBe(201);
    }
  });

  it('returns 403 to others who see the project before it validates the parameters', async () => {
    const [reporter, outsider] = [await forge.seed.user(), await forge.seed.user()];
    await forge.seed.member(project, reporter, LEVEL.reporter);
    for (const client of [reporter.client, outsider.client, forge.root.sudo(reporter.id)]) {
      expect(await client.post(mergeRequests, {})).toEqual(
        answered(403, { message: '403 Forbidden' }),
      );
    }
  });

  it('makes the user of sudo the author', async () => {
    const { body } = await create({}, forge.root.sudo(developer.username));
    expect(body).toEqual(view(body.id));
  });
});
