import { startForge, type Forge } from '../support/app.js';

const ALLOWED_ORIGIN = 'https://app.example';
const OTHER_ALLOWED_ORIGIN = 'http://localhost:8080';
const ANY_PORT = 'http://127.0.0.1:*';
let forge: Forge;
let open: Forge;
let closed: Forge;

beforeAll(async () => {
  const CORS_ORIGINS = [ALLOWED_ORIGIN, OTHER_ALLOWED_ORIGIN, ANY_PORT].join(', ');
  forge = await startForge({ CORS_ORIGINS });
  open = await startForge({ CORS_ORIGINS: '*' });
  closed = await startForge();
});
afterAll(() => Promise.all([forge, open, closed].map((one) => one.close())));

const preflight = (to: Forge, path: string, origin: string) =>
  fetch(to.api + path, {
    method: 'OPTIONS',
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': 'PUT',
      'Access-Control-Request-Headers': 'private-token,content-type',
    },
  });
const get = (to: Forge, path: string, origin: string) => to.root.with({ Origin: origin }).get(path);
const allowed = ({ headers }: { headers: Headers }) => headers.get('access-control-allow-origin');

describe('a page of an allowed origin', () => {
  it.each([
    ALLOWED_ORIGIN,
    OTHER_ALLOWED_ORIGIN,
    'http://127.0.0.1',
    'http://127.0.0.1:5173',
    'http://127.0.0.1:65535',
  ])('can send requests with a token: %s', async (origin) => {
    const answer = await preflight(forge, '/users/1', origin);
    expect([answer.ok, allowed(answer)]).toEqual([true, origin]);
    expect(answer.headers.get('access-control-allow-methods')).toMatch(/PUT, DELETE/);
    expect(answer.headers.get('access-control-allow-headers')).toMatch(
      /PRIVATE-TOKEN.*Sudo.*Idempotency-Key/,
    );
    expect(answer.headers.get('access-control-max-age')).toBe('600');
    expect(answer.headers.get('x-request-id')).not.toBeNull();
  });

  it('can read the response and its pagination headers', async () => {
    const answer = await get(forge, '/users', ALLOWED_ORIGIN);
    expect(allowed(answer)).toBe(ALLOWED_ORIGIN);
    const exposed = answer.headers.get('access-control-expose-headers')?.split(', ');
    expect(exposed?.sort()).toEqual([
      ...['Idempotency-Replayed', 'Link'],
      ...['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'Retry-After'],
      ...['X-Next-Page', 'X-Page', 'X-Per-Page', 'X-Prev-Page'],
      ...['X-Request-Id', 'X-Total', 'X-Total-Pages'],
    ]);
  });

  it.each([
    ['an unknown user', '/users/999'],
    ['an unknown route', '/nothing'],
    ['an invalid parameter', '/users?page=x'],
    ['a query that is not UTF-8', '/users?search=%FF'],
    ['a URL that is too long', `/?${'x'.repeat(8_192)}`],
  ])('can read the error: %s', async (_why, path) => {
    const answer = await get(forge, path, ALLOWED_ORIGIN);
    expect([answer.status >= 400, allowed(answer)]).toEqual([true, ALLOWED_ORIGIN]);
  });

  it('gets Vary: Origin for caches', async () => {
    expect((await get(forge, '/user', ALLOWED_ORIGIN)).headers.get('vary')).toMatch(/Origin/i);
  });
});

describe('a page of another origin', () => {
  it.each([
    'https://evil.example',
    'https://app.example.evil.example',
    'null',
    `${ALLOWED_ORIGIN}:444`,
    'http://localhost:5173',
    'https://127.0.0.1:5173',
    'http://127.0.0.1:5173.evil.example',
    'http://127x0.0.1:5173',
    'http://127.0.0.1:',
  ])('gets no CORS headers: %s', async (origin) => {
    expect(allowed(await preflight(forge, '/users/1', origin))).toBeNull();
    expect(allowed(await get(forge, '/user', origin))).toBeNull();
  });

  it('gets CORS headers if all origins are allowed', async () => {
    expect(allowed(await get(open, '/user', 'https://any.example'))).toBe('*');
    expect(allowed(await preflight(open, '/user', 'https://any.example'))).toBe('*');
  });

  it('gets no CORS headers if no origin is configured', async () => {
    const answer = await get(closed, '/user', ALLOWED_ORIGIN);
    expect([...answer.headers.keys()].filter((name) => /^access-control/.test(name))).toEqual([]);
    expect((await preflight(closed, '/user', ALLOWED_ORIGIN)).status).toBe(405);
  });
});

describe('OPTIONS without a preflight', () => {
  it('returns 405 or 404 like other methods', async () => {
    for (const one of [forge, closed]) {
      const { status, headers, body } = await one.anonymous.send('OPTIONS', '/user');
      expect([status, body]).toEqual([405, { message: '405 Not Allowed' }]);
      expect(headers.get('allow')).toBe('GET, HEAD');
      expect(await one.anonymous.send('OPTIONS', '/nothing')).toMatchObject({ status: 404 });
    }
  });
});
