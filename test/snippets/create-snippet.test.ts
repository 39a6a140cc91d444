import { startForge, type Forge } from '../support/app.js';
import type { Client } from '../support/client.js';
import { snippetView } from '../support/project-views.js';
import { LEVEL, VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { answered } from '../support/expected-responses.js';

describe('POST /projects/:id/snippets', () => {
  let forge: Forge;
  let owner: SeededUser;
  let reporter: SeededUser;
  let project: Resource;
  let snippets: string;

  beforeAll(async () => {
    forge = await startForge();
    [owner, reporter] = [await forge.seed.user(), await forge.seed.user()];
    project = await forge.seed.project(owner, { visibility_level: VISIBILITY.public });
    await forge.seed.member(project, reporter, LEVEL.reporter);
    snippets = `${project.at}/snippets`;
  });
  afterAll(() => forge.close());

  const shown = { title: 'Note G', file_name: 'note_g.rb', visibility_level: 10 };
  const given = { ...shown, code: 'b = [1r]\n' };
  const create = (more: object = {}, client: Client = reporter.client) =>
    client.post<Resource>(snippets, { ...given, ...more });

  it('returns 201 and the snippet, without its code', async () => {
    const answer = await create();
    const { id } = answer.body;
    expect(answer).toEqual(answered(201, snippetView(project, reporter, { id, ...shown })));
  });

  it('stores what it returned', async () => {
    const longest = '😀'.repeat(255);
    const { status, body } = await create({
      ...{ title: longest, file_name: longest, code: 'x'.repeat(65_535) + 'é' },
    });
    expect([status, body['title'], body['file_name']]).toEqual([201, longest, longest]);
    expect(await reporter.client.get(`${snippets}/${body.id}`)).toEqual(answered(200, body));
  });

  it('sets created_at and updated_at to the same time', async () => {
    const { body } = await create();
    expect(body['updated_at']).toBe(body['created_at']);
  });

  it.each([0, 10, 20])('accepts visibility_level %j, also as a text', async (level) => {
    for (const visibility_level of [level, String(level)]) {
      expect((await create({ visibility_level })).body['visibility_level']).toBe(level);
    }
  });

  it('ignores unknown parameters and ids in the body', async () => {
    const odd = { id: 0, project_id: 0, author_id: 1, expires_at: '2030-01-01', created_at: 'x' };
    const { body } = await create(odd);
    expect(body).toEqual(snippetView(project, reporter, { id: body.id, ...shown }));
  });

  const fields = { ...given, visibility_level: '10' };
  const multipart = () => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return form;
  };
  it.each([
    ['a form', '', () => new URLSearchParams(fields)],
    ['multipart', '', multipart],
    ['the query', `?${new URLSearchParams(fields).toString()}`, () => undefined],
    ['JSON before the query', '?title=x&code=x&visibility_level=0', () => given],
  ])('reads its parameters from %s', async (_, query, body) => {
    const answer = await reporter.client.post<Resource>(snippets + query, body());
    const { id } = answer.body;
    expect(answer).toEqual(answered(201, snippetView(project, reporter, { id, ...shown })));
  });

  it('accepts the name of the project in the path', async () => {
    const name = encodeURIComponent(String(project['path_with_namespace']));
    expect((await reporter.client.post(`/projects/${name}/snippets`, given)).status).toBe(201);
  });

  it('lets reporters and above and administrators create one', async () => {
    for (const client of [reporter.client, owner.client, forge.root]) {
      expect((await create({}, client)).status).toBe(201);
    }
  });

  it('returns 403 to others who see the project before it validates the parameters', async () => {
    const [guest, outsider] = [await forge.seed.user(), await forge.seed.user()];
    await forge.seed.member(project, guest, LEVEL.guest);
    for (const client of [guest.client, outsider.client, forge.root.sudo(guest.id)]) {
      expect(await client.post(snippets, {})).toEqual(answered(403, { message: '403 Forbidden' }));
    }
  });

  it('makes the user of sudo the author', async () => {
    const { body } = await create({}, forge.root.sudo(reporter.username));
    expect(body).toEqual(snippetView(project, reporter, { id: body.id, ...shown }));
  });

  it('records no event', async () => {
    const before = (await forge.root.get(`${reporter.at}/events`)).body;
    await create();
    expect((await forge.root.get(`${reporter.at}/events`)).body).toEqual(before);
  });
});
