import { startForge, type Forge } from '../support/app.js';
import { VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { projectView } from '../support/project-views.js';
import { answered } from '../support/expected-responses.js';

describe('GET /projects/:id', () => {
  let forge: Forge;
  let ada: SeededUser;
  let bob: SeededUser;
  let engine: Resource;

  beforeAll(async () => {
    forge = await startForge();
    ada = await forge.seed.user({ username: 'Ada.L' });
    bob = await forge.seed.user();
    engine = await forge.seed.project(ada, { name: 'The Engine', path: 'Engine.1' });
  });
  afterAll(() => forge.close());

  const notFound = () => answered(404, { message: '404 Project Not Found' });
  const view = () =>
    projectView(forge, ada, { id: engine.id, name: 'The Engine', path: 'Engine.1' });

  it('returns 200 and the project with this id', async () => {
    expect(await ada.client.get(engine.at)).toEqual(answered(200, view()));
  });

  it.each(['Ada.L%2FEngine.1', 'ada.l%2fengine.1', 'ADA%2EL%2FENGINE%2E1'])(
    'returns the project with the name %s',
    async (name) => {
      expect(await ada.client.get(`/projects/${name}`)).toEqual(answered(200, view()));
    },
  );

  it.each([
    'nobody%2FEngine.1',
    'Ada.L%2Fnothing',
    'Ada.L%2FEngine.1%2F',
    'Ada.L%2F',
    '%2FEngine.1',
    'Ada.L%252FEngine.1',
    'Ada.L%2FEngine.1%00',
    '%25%2F%25',
    'Engine.1',
  ])('returns 404 for the name %s', async (name) => {
    expect(await ada.client.get(`/projects/${name}`)).toEqual(notFound());
  });

  it('finds a project by its id even if another project has that number as path', async () => {
    const numbered = await forge.seed.project(bob, { path: String(engine.id) });
    const { body } = await ada.client.get<{ id: number }>(`/projects/${engine.id}`);
    const named = `/projects/${bob.username}%2F${engine.id}`;
    expect([body.id, (await bob.client.get<Resource>(named)).body.id]).toEqual([
      engine.id,
      numbered.id,
    ]);
  });

  it('finds a project by the new username of its owner', async () => {
    const carol = await forge.seed.user({ username: 'carol' });
    const project = await forge.seed.project(carol, { path: 'p' });
    await forge.root.put(carol.at, { username: 'caroline' });
    const { body } = await carol.client.get<Resource>('/projects/caroline%2Fp');
    expect([body.id, body['path_with_namespace']]).toEqual([project.id, 'caroline/p']);
    expect(await carol.client.get('/projects/carol%2Fp')).toEqual(notFound());
  });

  it('returns 404 to users who cannot see it, by id and by name', async () => {
    expect(await bob.client.get(engine.at)).toEqual(notFound());
    expect(await bob.client.get('/projects/Ada.L%2FEngine.1')).toEqual(notFound());
  });

  it('ignores an id in the query', async () => {
    const other = await forge.seed.project(ada, { visibility_level: VISIBILITY.public });
    const { body } = await ada.client.get<Resource>(engine.at, { id: other.id });
    expect(body.id).toBe(engine.id);
  });

  it('answers HEAD like GET, without a body', async () => {
    const { status, body } = await ada.client.send('HEAD', engine.at);
    expect([status, body]).toEqual([200, undefined]);
  });
});

describe('GET /projects/:id with a PUBLIC_URL', () => {
  it('builds every URL from it, whatever the request says', async () => {
    const PUBLIC_URL = 'https://forge.example/code';
    const forge = await startForge({ PUBLIC_URL });
    try {
      const ada = await forge.seed.user();
      const { at, id } = await forge.seed.project(ada, { name: 'P', path: 'p' });
      const headers = { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'ftp' };
      expect(await ada.client.with(headers).get(at)).toEqual(
        answered(
          200,
          projectView({ ...forge, url: PUBLIC_URL }, ada, { id, name: 'P', path: 'p' }),
        ),
      );
    } finally {
      await forge.close();
    }
  });
});
