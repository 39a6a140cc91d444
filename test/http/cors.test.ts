import { startForge, type Forge } from '../support/app.js';

const OURS = 'https://app.example';
const ALSO_OURS = 'http://localhost:8080';
let forge: Forge;
let open: Forge;
let closed: Forge;

beforeAll(async () => {
  forge = await startForge({ CORS_ORIGINS: `${OURS}, ${ALSO_OURS}` });
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

describe('the pages of an origin that was named', () => {
  it.each([OURS, ALSO_OURS])('may ask with a token of their own: %s', async (origin) => {
    const answer = await preflight(forge, '/users/1', origin);
    expect([answer.ok, allowed(answer)]).toEqual([true, origin]);
    expect(answer.headers.get('access-control-allow-methods')).toMatch(/PUT, DELETE/);
    expect(answer.headers.get('access-control-allow-headers')).toMatch(/PRIVATE-TOKEN.*Sudo/);
    expect(answer.headers.get('access-control-max-age')).toBe('600');
    expect(answer.headers.get('x-request-id')).not.toBeNull();
  });

  it('may read the answer and where its pages are', async () => {
    const answer = await get(forge, '/users', OURS);
    expect(allowed(answer)).toBe(OURS);
    const exposed = answer.headers.get('access-control-expose-headers')?.split(', ');
    expect(exposed?.sort()).toEqual([
      ...['Link', 'Retry-After', 'X-Next-Page', 'X-Page', 'X-Per-Page', 'X-Prev-Page'],
      ...['X-Request-Id', 'X-Total', 'X-Total-Pages'],
    ]);
  });

  it.each([
    ['nobody is there', '/users/999'],
    ['nothing is there', '/nothing'],
    ['a parameter is wrong', '/users?page=x'],
    ['the query is not UTF-8', '/users?search=%FF'],
    ['the address is too long', `/?${'x'.repeat(8_192)}`],
  ])('may read why it failed: %s', async (_why, path) => {
    const answer = await get(forge, path, OURS);
    expect([answer.status >= 400, allowed(answer)]).toEqual([true, OURS]);
  });

  it('tells caches that the answer is for them', async () => {
    expect((await get(forge, '/user', OURS)).headers.get('vary')).toMatch(/Origin/i);
  });
});

describe('the pages of other origins', () => {
  it.each(['https://evil.example', 'https://app.example.evil.example', 'null', `${OURS}:444`])(
    'are not let in: %s',
    async (origin) => {
      expect(allowed(await preflight(forge, '/users/1', origin))).toBeNull();
      expect(allowed(await get(forge, '/user', origin))).toBeNull();
    },
  );

  it('are let in when all are', async () => {
    expect(allowed(await get(open, '/user', 'https://any.example'))).toBe('*');
    expect(allowed(await preflight(open, '/user', 'https://any.example'))).toBe('*');
  });

  it('are not let in when none is named', async () => {
    const answer = await get(closed, '/user', OURS);
    expect([...answer.headers.keys()].filter((name) => /^access-control/.test(name))).toEqual([]);
    expect((await preflight(closed, '/user', OURS)).status).toBe(405);
  });
});

describe('OPTIONS that is no preflight', () => {
  it('is a method like others', async () => {
    for (const one of [forge, closed]) {
      const { status, headers, body } = await one.anonymous.send('OPTIONS', '/user');
      expect([status, body]).toEqual([405, { message: '405 Not Allowed' }]);
      expect(headers.get('allow')).toBe('GET, HEAD');
      expect(await one.anonymous.send('OPTIONS', '/nothing')).toMatchObject({ status: 404 });
    }
  });
});
