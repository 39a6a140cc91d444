import { ROOT, startForge, type Forge } from '../support/app.js';
import { requestText, sendRaw } from '../support/raw.js';
import type { SeededUser } from '../support/seed.js';

let forge: Forge;
let ada: SeededUser;
beforeAll(async () => {
  forge = await startForge();
  ada = await forge.seed.user({ username: 'ada' });
});
afterAll(() => forge.close());

/** The contract knows no path with the suffix, so these requests are sent without it. */
async function ask(method: string, path: string, body?: object) {
  const response = await fetch(forge.api + path, {
    method,
    headers: { 'PRIVATE-TOKEN': ada.token, 'Content-Type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const link = response.headers.get('link');
  return { status: response.status, body: await response.json(), link };
}

describe('A path that ends in .json', () => {
  it.each(['/user', '/users', '/users/1', '/projects', '/user/keys', '/users/1/events'])(
    'is the path without the suffix: %s',
    async (path) => {
      const plain = await ask('GET', `${path}?per_page=1`);
      expect(plain.status).toBe(200);
      expect(await ask('GET', `${path}.json?per_page=1`)).toEqual(plain);
      expect(await ask('GET', `${path}.json/?per_page=1`)).toEqual(plain);
    },
  );

  it('is accepted with every method', async () => {
    const created = await ask('POST', '/projects.json', { name: 'Mill' });
    expect(created).toMatchObject({ status: 201, body: { path: 'mill' } });
    const { id } = created.body as { id: number };
    const path = `/projects/${id}.json`;
    expect((await ask('PUT', path, { name: 'Store' })).body).toMatchObject({ name: 'Store' });
    const headers = { 'PRIVATE-TOKEN': ada.token };
    expect((await fetch(forge.api + path, { method: 'HEAD', headers })).status).toBe(200);
    expect((await ask('DELETE', path)).status).toBe(200);
    expect((await ask('GET', path)).body).toEqual({ message: '404 Project Not Found' });
  });

  it('is accepted after any name that is no project', async () => {
    const at = `/users/${ada.id}`;
    await forge.root.put(at, { provider: 'azure-oauth2.0', extern_uid: 'ada' });
    const removed = await fetch(`${forge.api}${at}/identities/azure-oauth2.0.json`, {
      method: 'DELETE',
      headers: { 'PRIVATE-TOKEN': ROOT.token },
    });
    expect([removed.status, await removed.json()]).toMatchObject([200, { identities: [] }]);
  });

  it('has the errors of the path without the suffix', async () => {
    expect(await ask('GET', '/users/999999.json')).toMatchObject({
      status: 404,
      body: { message: '404 User Not Found' },
    });
    expect(await ask('PATCH', '/users/1.json')).toMatchObject({
      status: 405,
      body: { message: '405 Not Allowed' },
    });
    const notFound = { status: 404, body: { message: '404 Not Found' } };
    expect(await ask('GET', '/nothing.json')).toMatchObject(notFound);
    expect(await ask('GET', '/users.json.json')).toMatchObject(notFound);
    expect(await ask('GET', '/users.xml')).toMatchObject(notFound);
    expect(await ask('GET', '/.json')).toMatchObject(notFound);
  });

  it('is never shortened if it names a project', async () => {
    const project = await forge.seed.project(ada, { name: 'Mill', path: 'mill.json' });
    const read = await ask('GET', '/projects/ada%2Fmill.json');
    expect(read).toMatchObject({ status: 200, body: { id: project.id } });
    expect((await ask('GET', '/projects/ada%2Fmill')).status).toBe(404);
    expect((await ask('GET', '/projects/ada%2Fmill.json/issues')).status).toBe(200);
    expect((await ask('GET', '/projects/ada%2Fmill.json/issues.json')).status).toBe(200);
  });

  it('is never shortened outside the API', async () => {
    await forge.seed.user({ username: 'bob' });
    expect((await fetch(`${forge.url}/bob`)).status).toBe(200);
    expect((await fetch(`${forge.url}/bob.json`)).status).toBe(404);
    expect((await fetch(`${forge.url}/health.json`)).status).toBe(404);
  });

  it('still reads the OpenAPI document', async () => {
    expect((await ask('GET', '/openapi.json')).body).toMatchObject({ openapi: '3.1.0' });
  });

  it('is accepted in the absolute form of a request line', async () => {
    const { status } = await sendRaw(
      forge.url,
      requestText(`GET ${forge.api}/users/1.json?private_token=${ada.token}`),
    );
    expect(status).toBe(200);
  });
});
