import {
  createClient,
  dataOf,
  type ForgenoteClient,
  type ForgenoteError,
} from '../../client/client.js';
import type { Failure } from '../../src/operations/test-forges/protocol.js';
import { startForge, type InProcessForge } from '../../src/app/testing/in-process.js';
import { startServer } from './own-server.js';

let forge: InProcessForge;
let root: ForgenoteClient;
beforeAll(async () => {
  forge = await startForge();
  root = createClient({ baseUrl: forge.url, token: forge.root.token });
});
afterAll(() => forge.close());
beforeEach(() => forge.reset());

describe('forgenote/client against the faults of the test kit', () => {
  const statuses = async () => (await forge.requests()).map(({ status }) => status);

  it.each([429, 503, 504])('retries after %i with `Retry-After: 0`', async (status) => {
    await forge.fail({ on: 'POST /projects', status, times: 2 });
    const project = await dataOf(root.POST('/api/v3/projects', { body: { name: 'Engine' } }));
    expect(project.name).toBe('Engine');
    expect(await statuses()).toEqual([status, status, 201]);
  });

  it.each<[string, Partial<Failure>]>([
    ['no Retry-After', { status: 500 }],
    ['a Retry-After it cannot read', { status: 503, headers: { 'retry-after': 'soon' } }],
    ['a Retry-After of more than 30 seconds', { status: 503, headers: { 'retry-after': '31' } }],
  ])('returns an error with %s', async (_header, failure) => {
    await forge.fail({ on: 'GET /user', ...failure });
    expect((await root.GET('/api/v3/user')).response.status).toBe(failure.status);
    expect(await statuses()).toEqual([failure.status]);
  });

  it('repeats a reset of the private token after 503, because nothing was stored', async () => {
    await forge.fail({ on: 'POST /user/private_token/reset', status: 503 });
    const { private_token } = await dataOf(root.POST('/api/v3/user/private_token/reset'));
    expect(await statuses()).toEqual([503, 201]);
    expect((await forge.as(private_token).get('/user')).status).toBe(200);
  });
});

const PASSWORD = { current_password: 'old password 1234', password: 'new password 1234' };
const USER = { params: { path: { id: 1 } } };

describe('forgenote/client, when the response of a request is lost', () => {
  const once: [string, () => Promise<{ response: Response }>][] = [
    ['POST /user/private_token/reset', () => root.POST('/api/v3/user/private_token/reset')],
    [
      'POST /users/:id/private_token/reset',
      () => root.POST('/api/v3/users/{id}/private_token/reset', USER),
    ],
    ['PUT /user/password', () => root.PUT('/api/v3/user/password', { body: PASSWORD })],
    [
      'POST /confirmation',
      () => root.POST('/api/v3/confirmation', { body: { confirmation_token: 'x' } }),
    ],
  ];

  it.each(once)('sends %s once, and rejects', async (on, call) => {
    await forge.fail({ on, disconnect: true, after: true });
    await expect(call()).rejects.toThrow();
    expect(await forge.requests()).toHaveLength(1);
  });

  it.each(once)('sends %s once after 504, and returns it', async (on, call) => {
    await forge.fail({ on, status: 504, after: true });
    expect((await call()).response.status).toBe(504);
    expect(await forge.requests()).toHaveLength(1);
  });

  it('sends a PUT once after 504, because it has no key', async () => {
    const { id } = await forge.project();
    await forge.fail({ on: 'PUT /projects/:id', status: 504, after: true });
    const change = { params: { path: { id } }, body: { name: 'Difference' } };
    expect((await root.PUT('/api/v3/projects/{id}', change)).response.status).toBe(504);
    expect((await forge.requests()).map(({ method }) => method)).toEqual(['PUT']);
  });

  it('returns 404 for a DELETE that took effect with the first attempt', async () => {
    const { id } = await forge.project();
    await forge.fail({ on: 'DELETE /projects/:id', disconnect: true, after: true });
    const { response } = await root.DELETE('/api/v3/projects/{id}', { params: { path: { id } } });
    expect(response.status).toBe(404);
    expect((await forge.requests()).map(({ method }) => method)).toEqual(['DELETE', 'DELETE']);
  });
});

describe('a Retry-After that is an HTTP date', () => {
  it('is waited for if it is at most 30 seconds away', async () => {
    let requests = 0;
    const server = await startServer((_request, response) => {
      requests++;
      if (requests === 1) response.writeHead(503, { 'Retry-After': new Date().toUTCString() });
      response.end('{}');
    });
    const { response } = await createClient({ baseUrl: server.url }).GET('/api/v3/user');
    expect([response.status, requests]).toEqual([200, 2]);
    await server.close();
  });

  it.each([
    ['a date far away', 'Fri, 31 Dec 2100 23:59:59 GMT', expect.any(Number) as unknown],
    ['text that is no date', 'soon', null],
  ])('is `retryAfter` of the error: %s', async (_case, header, retryAfter) => {
    const server = await startServer((_request, response) => {
      response.writeHead(503, { 'Retry-After': header }).end();
    });
    const error = await dataOf(createClient({ baseUrl: server.url }).GET('/api/v3/user')).catch(
      (thrown: unknown) => thrown as ForgenoteError,
    );
    expect(error).toMatchObject({ status: 503, retryAfter });
    expect(Number.isNaN((error as ForgenoteError).retryAfter)).toBe(false);
    await server.close();
  });
});
