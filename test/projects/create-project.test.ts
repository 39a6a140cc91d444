import { startForge, type Forge } from '../support/app.js';
import type { Resource, SeededUser } from '../support/seed.js';
import { projectView } from '../support/project-views.js';
import { answered } from '../support/expected-responses.js';

describe('POST /projects', () => {
  let forge: Forge;
  let alice: SeededUser;

  beforeAll(async () => {
    forge = await startForge();
    alice = await forge.seed.user({ projects_limit: 1_000 });
  });
  afterAll(() => forge.close());

  const create = (given: object) => alice.client.post<Resource>('/projects', given);

  it('returns 201 and a private project with a path derived from its name', async () => {
    const answer = await create({ name: 'Analytical Engine' });
    const { id } = answer.body;
    expect(answer).toEqual(
      answered(
        201,
        projectView(forge, alice, { id, name: 'Analytical Engine', path: 'analytical-engine' }),
      ),
    );
  });

  it.each([
    [{ public: true }, 20],
    [{ public: 'yes' }, 20],
    [{ public: true, visibility_level: 0 }, 0],
    [{ public: true, visibility_level: null }, 20],
    [{ public: false }, 0],
    [{ public: false, visibility_level: 20 }, 20],
    [{ public: null }, 0],
  ])('reads %j, the historic name of a level, as level %i', async (given, level) => {
    const { body } = await create({ name: `Historic ${JSON.stringify(given)}`, ...given });
    expect([body['visibility_level'], body['public']]).toEqual([level, level === 20]);
  });

  it('generates a path for a name without Latin letters', async () => {
    const make = async (name: string) =>
      (await forge.root.post<{ path: string }>('/projects', { name })).body.path;
    const paths = [await make('計画'), await make('Проект')];
    for (const path of paths) expect(path).toMatch(/^project-[0-9a-f]{10}$/);
    expect(paths[0]).not.toBe(paths[1]);
  });

  it('accepts every optional parameter', async () => {
    const given = { name: 'Engine', path: 'The_Engine.1', description: 'Mill\nand store' };
    const answer = await create({ ...given, visibility_level: 20 });
    expect(answer.body).toEqual(
      projectView(forge, alice, {
        ...{ ...given, id: answer.body.id, visibility_level: 20, public: true },
      }),
    );
  });

  it('stores what it returned', async () => {
    const { body } = await create({ name: 'Kept', visibility_level: 10 });
    expect(await alice.client.get(`/projects/${body.id}`)).toEqual(answered(200, body));
  });

  it('makes the user of sudo the owner', async () => {
    const { body } = await forge.root.sudo(alice.id).post<Resource>('/projects', { name: 'Sudo' });
    expect(body).toEqual(projectView(forge, alice, { id: body.id, name: 'Sudo', path: 'sudo' }));
  });

  it('ignores unknown parameters and an id', async () => {
    const { body } = await create({ name: 'Odd', id: 1, creator_id: 1, archived: true, shoes: 46 });
    expect(body).toEqual(projectView(forge, alice, { id: body.id, name: 'Odd', path: 'odd' }));
  });

  it.each([
    ['Café Noir', 'cafe-noir'],
    ['  Two  Words  ', 'two-words'],
    ['a/b & c', 'a-b-c'],
    ['v1.0_beta', 'v1.0_beta'],
    ['-- dashes --', 'dashes'],
    ['Ends in a dot.', 'ends-in-a-dot'],
    ['４２', '42'],
    // Each of its characters is spelled with two letters.
    ['㎏'.repeat(255), 'kg'.repeat(127) + 'k'],
  ])('derives a path from the name %j', async (name, path) => {
    const { body } = await create({ name });
    expect([body['name'], body['path']]).toEqual([name, path]);
  });

  let count = 0;
  it.each([
    ['', null],
    [null, null],
    ['  ', '  '],
    [42, '42'],
    ['🎉'.repeat(2_000), '🎉'.repeat(2_000)],
  ])('reads the description %j', async (description, kept) => {
    const { body } = await create({ name: `Described ${++count}`, description });
    expect(body['description']).toBe(kept);
  });

  it.each(['multipart/form-data', 'application/x-www-form-urlencoded'])(
    'reads a body of type %s',
    async (type) => {
      const form = type.startsWith('multipart') ? new FormData() : new URLSearchParams();
      form.set('name', type);
      form.set('visibility_level', '10');
      const { status, body } = await alice.client.post<Resource>('/projects', form);
      expect([status, body['name'], body['visibility_level']]).toEqual([201, type, 10]);
    },
  );

  it('reads parameters from the query, with the body first', async () => {
    const path = '/projects?name=Not+this&path=from-the-query&visibility_level=20';
    const { body } = await alice.client.post<Resource>(path, { name: 'This', visibility_level: 0 });
    const { id } = body;
    expect(body).toEqual(projectView(forge, alice, { id, name: 'This', path: 'from-the-query' }));
  });
});
