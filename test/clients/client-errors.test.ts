import {
  createClient,
  dataOf,
  ConflictError,
  ForbiddenError,
  ForgenoteError,
  InvalidRequestError,
  NotFoundError,
  UnauthorizedError,
  UnavailableError,
  type ForgenoteClient,
  type ForgenoteClientOptions,
} from '../../client/client.js';
import { ROOT, startForge, type Forge } from '../support/app.js';
import { startServer } from './own-server.js';

const PASSWORD = 'correct horse battery staple';
const GRACE = { username: 'grace', name: 'Grace', email: 'grace@navy.example', password: PASSWORD };

let forge: Forge;
let root: ForgenoteClient;

beforeAll(async () => {
  forge = await startForge();
  root = createClient({ baseUrl: forge.url, token: ROOT.token });
});
afterAll(() => forge.close());

const thrown = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error as ForgenoteError,
  );

describe('dataOf', () => {
  it('returns the data of a response', async () => {
    const { username } = await dataOf(root.GET('/api/v3/user'));
    expect(username).toBe('root');
  });

  it('throws InvalidRequestError with the reasons by parameter', async () => {
    const error = await thrown(
      dataOf(root.POST('/api/v3/projects', { body: { name: ' ', description: 'x' } })),
    );
    expect(error).toBeInstanceOf(InvalidRequestError);
    expect(error).toMatchObject({
      name: 'InvalidRequestError',
      status: 400,
      fields: { name: ["can't be blank"] },
      message: "name can't be blank",
      retryAfter: null,
    });
    expect(error?.requestId).toMatch(/\S/);
  });

  it('throws NotFoundError with the reasons, where each failure is 404', async () => {
    const { id } = await dataOf(root.POST('/api/v3/users', { body: GRACE }));
    const put = root.PUT('/api/v3/users/{id}', {
      params: { path: { id } },
      body: { email: ROOT.email },
    });
    const error = await thrown(dataOf(put));
    expect(error).toBeInstanceOf(NotFoundError);
    expect(error?.fields).toEqual({ email: ['has already been taken'] });
    await dataOf(root.DELETE('/api/v3/users/{id}', { params: { path: { id } } }));
  });

  it('throws a class for 401, 403, 404 and 409, with the text of the service', async () => {
    const { token } = await forge.seed.user({ username: 'ada', email: 'ada@example.com' });
    const ada = createClient({ baseUrl: forge.url, token });
    const user = { ...GRACE, email: 'ada@example.com' };
    const missing = { params: { path: { id: 4711 } } };
    for (const [call, Class, message] of [
      [
        createClient({ baseUrl: forge.url }).GET('/api/v3/user'),
        UnauthorizedError,
        '401 Unauthorized',
      ],
      [ada.POST('/api/v3/users', { body: GRACE }), ForbiddenError, '403 Forbidden'],
      [root.GET('/api/v3/users/{id}', missing), NotFoundError, '404 User Not Found'],
      [root.POST('/api/v3/users', { body: user }), ConflictError, 'Email has already been taken'],
    ] as const) {
      const error = await thrown(dataOf<unknown>(call));
      expect(error).toBeInstanceOf(Class);
      expect(error).toBeInstanceOf(ForgenoteError);
      expect(error).toMatchObject({ message, fields: {} });
    }
  });

  it('understands the response of a proxy in between', async () => {
    const proxy = await startServer((_request, response) => {
      response.writeHead(503, { 'Retry-After': '120' }).end('<h1>Down</h1>');
    });
    const error = await thrown(dataOf(createClient({ baseUrl: proxy.url }).GET('/api/v3/user')));
    expect(error).toBeInstanceOf(UnavailableError);
    expect(error).toMatchObject({
      message: '503 Service Unavailable',
      fields: {},
      requestId: null,
      retryAfter: 120,
    });
    await proxy.close();
  });

  it.each<[unknown, Record<string, string[]>, string]>([
    [{ code: 'BAD', detail: 'x' }, {}, '502 Bad Gateway'],
    [
      { title: ["can't be blank"], code: 7, list: [1] },
      { title: ["can't be blank"] },
      "title can't be blank",
    ],
    [['BAD'], {}, '502 Bad Gateway'],
    [null, {}, '502 Bad Gateway'],
    ['It is down', {}, 'It is down'],
  ])('throws a ForgenoteError for the message %j of a proxy', async (sent, fields, message) => {
    const proxy = await startServer((_request, response) => {
      response.writeHead(502, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ message: sent }));
    });
    const error = await thrown(dataOf(createClient({ baseUrl: proxy.url }).GET('/api/v3/user')));
    expect(error).toBeInstanceOf(ForgenoteError);
    expect(error).toMatchObject({ status: 502, message });
    expect(error?.fields).toEqual(fields);
    await proxy.close();
  });
});

describe('createClient', () => {
  it.each<[unknown, string]>([
    ...[undefined, null, 'http://127.0.0.1:3000'].map((options): [unknown, string] => [
      options,
      'createClient takes an object of options: baseUrl, token, sudo, fetch, retries.',
    ]),
    ...['x', null].map((fetch): [unknown, string] => [
      { baseUrl: 'http://127.0.0.1:3000', fetch },
      'fetch has to be a function.',
    ]),
    [
      { baseURL: 'http://127.0.0.1:3000' },
      'createClient has no option baseURL: it has baseUrl, token, sudo, fetch, retries.',
    ],
    ...['127.0.0.1:3000', 'http://127.0.0.1:3000/api/v3'].map((baseUrl): [unknown, string] => [
      { baseUrl },
      'baseUrl has to be the URL of the service without /api/v3, for example http://127.0.0.1:3000.',
    ]),
    [{ baseUrl: 'http://127.0.0.1:3000', retries: -1 }, 'retries has to be 0 or more.'],
  ])('rejects %j in one sentence', (options, sentence) => {
    expect(() => createClient(options as ForgenoteClientOptions)).toThrow(new TypeError(sentence));
  });
});
