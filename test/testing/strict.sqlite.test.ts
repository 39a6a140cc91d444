import { startForge, type Forge } from '../../src/app/testing/in-process.js';

describe('a strict forge', () => {
  let forge: Forge;
  beforeAll(async () => {
    forge = await startForge({ strict: true });
  });
  afterAll(() => forge.close());
  beforeEach(() => forge.reset());

  const UNKNOWN = ['is not a parameter of this operation'];
  const root = () => forge.as(forge.root);

  it('rejects parameters that the operation does not know, all with their names', async () => {
    const { at } = await forge.issue();
    expect(await root().post(`${at}/notes?per_page=1`, { bodi: 'Hums.' })).toMatchObject({
      status: 400,
      body: { message: { per_page: UNKNOWN, bodi: UNKNOWN } },
    });
    expect((await root().get(`${at}/notes`)).body).toEqual([]);
  });

  it.each([
    ['a form', () => new URLSearchParams({ name: 'Engine', 'nmae[x]': 'Engine' }), 'nmae'],
    ['JSON', () => ({ name: 'Engine', issues_enabled: true }), 'issues_enabled'],
    ['JSON with a parameter of another operation', () => ({ name: 'E', title: 'x' }), 'title'],
  ])('rejects them in %s', async (_format, body, name) => {
    const response = await root().post<{ message: object }>('/projects', body());
    expect(response.status).toBe(400);
    expect(Object.keys(response.body.message)).toEqual([name]);
  });

  it.each([
    ['GET', '/users?serach=a', 400],
    ['GET', '/users?search=a&page=1&per_page=2', 200],
    ['GET', '/user?sudo=root', 200],
    ['DELETE', '/projects/1?force=1', 400],
    ['GET', '/projects/1?id=2', 200],
    ['GET', '/nothing?x=1', 404],
  ])('answers %s %s with %i', async (method, path, status) => {
    await forge.project();
    expect((await root().send(method, path)).status).toBe(status);
  });

  it('accepts tokens as parameters, and historic names of fields', async () => {
    const { token } = forge.root;
    for (const name of ['private_token', 'access_token'])
      expect((await forge.as(null).get('/user', { [name]: token })).status).toBe(200);
    expect((await root().put('/users/1', { skype: 'root' })).status).toBe(200);
  });

  it('keeps the errors of parameters that lists do not support', async () => {
    const { at } = await forge.project();
    expect(await root().get(`${at}/members?order_by=id`)).toMatchObject({
      status: 400,
      body: { message: { order_by: ['is not supported'] } },
    });
  });

  it('accepts the versions in the URLs of files of pages', async () => {
    expect((await forge.as(null).get(`${forge.url}/docs?v=1`)).status).toBe(200);
  });

  it('takes no failure for what it rejects', async () => {
    await forge.fail({ on: 'GET /users', status: 503 });
    expect((await root().get('/users?serach=a')).status).toBe(400);
    expect((await root().get('/users')).status).toBe(503);
  });

  it('is strict with builders too', async () => {
    await expect(forge.project({ nmae: 'Engine' } as never)).rejects.toThrow(
      '400 {"message":{"nmae":["is not a parameter of this operation"]}}',
    );
  });
});

it('a forge ignores unknown parameters unless it is strict', async () => {
  const forge = await startForge();
  try {
    const issue = { title: 'Hums', bodi: 'x' };
    const { at } = await forge.project();
    expect((await forge.as(forge.root).post(`${at}/issues`, issue)).status).toBe(201);
  } finally {
    await forge.close();
  }
});

it('startForge rejects a strictness that is neither on nor off', async () => {
  await expect(startForge({ strict: 'very' as never })).rejects.toThrow(
    'strict must be on or off, not "very"',
  );
});
