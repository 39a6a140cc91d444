import { ROOT, startForge, type Forge } from '../support/app.js';
import { answered } from '../support/expected-responses.js';
import { RawConnection, requestText, sendRaw } from '../support/raw.js';

const KIB = 1_024;
const TOO_LARGE = answered(413, {
  message: '413 Request Entity Too Large - send a smaller body',
});
const UNAUTHORIZED = answered(401, { message: '401 Unauthorized' });
const TOO_MANY = answered(429, { message: '429 Too Many Requests - Retry later' });

let forge: Forge;
beforeAll(async () => {
  forge = await startForge({ RATE_LIMIT: 'on', RATE_LIMIT_FAILED_AUTH: '5' });
});
afterAll(() => forge.close());

let projects = 100;
/** A body of exactly `bytes` bytes. An empty token counts as absent. */
const project = (bytes: number, token = '') => {
  const given = { name: `x${++projects}`, private_token: token, filler: '' };
  return { ...given, filler: 'x'.repeat(bytes - JSON.stringify(given).length) };
};
const json = { 'Content-Type': 'application/json' };
const chunked = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`;
const sendChunks = async (headers: Record<string, string>, text: string) => {
  const all = { ...json, ...headers, 'Transfer-Encoding': 'chunked' };
  const head = requestText('POST /api/v3/projects', all);
  const { status, body } = await sendRaw(forge.url, head + chunked(text));
  return [status, body];
};

describe('a body without a token in a header or in the query', () => {
  it('is read up to 64 KiB, and may contain the token', async () => {
    const send = (bytes: number) => forge.anonymous.post('/projects', project(bytes, ROOT.token));
    expect((await send(64 * KIB)).status).toBe(201);
    expect(await send(64 * KIB + 1)).toEqual(TOO_LARGE);
  });

  it('returns 401 up to 64 KiB, and 413 beyond, if it has no token', async () => {
    expect(await forge.anonymous.post('/projects', project(64 * KIB))).toEqual(UNAUTHORIZED);
    expect(await forge.anonymous.post('/projects', project(64 * KIB + 1))).toEqual(TOO_LARGE);
  });

  it('is read up to 64 KiB in chunks too', async () => {
    const send = (bytes: number) => sendChunks({}, JSON.stringify(project(bytes, ROOT.token)));
    expect(await send(64 * KIB)).toEqual([201, expect.anything()]);
    expect(await send(64 * KIB + 1)).toEqual([413, TOO_LARGE.body]);
  });

  it('returns 413 before it has arrived', async () => {
    const connection = new RawConnection(forge.url);
    connection.send(requestText('POST /api/v3/projects', { ...json, 'Content-Length': 900_000 }));
    expect((await connection.answer()).status).toBe(413);
    connection.end();
  });

  it('returns 413 beyond 32 KiB at sign-in', async () => {
    const send = (bytes: number) =>
      forge.anonymous.post('/session', {
        login: ROOT.username,
        password: ROOT.password,
        filler: 'x'.repeat(bytes - 80),
      });
    expect((await send(32 * KIB)).status).toBe(201);
    expect(await send(33 * KIB)).toEqual(TOO_LARGE);
  });
});

describe('a body with an unknown token in a header', () => {
  let other: Forge;
  beforeEach(async () => {
    other = await startForge({ RATE_LIMIT: 'on', RATE_LIMIT_FAILED_AUTH: '3' });
  });
  afterEach(() => other.close());
  const send = (token = '') => other.as('wrong').post('/projects', project(2 * KIB, token));
  const remaining = async () => {
    const { status, headers } = await other.as('wrong').get('/user');
    return [status, headers.get('RateLimit-Remaining')];
  };

  it('counts once, and returns what is left of the limit', async () => {
    const answer = await send();
    expect([answer, answer.headers.get('RateLimit-Remaining')]).toEqual([UNAUTHORIZED, '2']);
    expect(await remaining()).toEqual([401, '1']);
  });

  it('counts both tokens if the body contains another unknown one', async () => {
    expect(await send('also-wrong')).toEqual(UNAUTHORIZED);
    expect(await remaining()).toEqual([401, '0']);
  });

  it('does not count if the body contains a valid token, in JSON and in a form', async () => {
    expect((await send(ROOT.token)).status).toBe(201);
    const form = new URLSearchParams({ ...project(2 * KIB, ROOT.token) });
    expect((await other.as('wrong').post('/projects', form)).status).toBe(201);
    expect(await remaining()).toEqual([401, '2']);
  });

  it('counts no sign-in that succeeds, and once one that fails', async () => {
    const signIn = (password: string) =>
      other.as('stale').post('/session', {
        ...{ login: ROOT.username, password, filler: 'x'.repeat(2 * KIB) },
      });
    for (let n = 0; n < 4; n += 1) expect((await signIn(ROOT.password)).status).toBe(201);
    const headers = { ...json, 'PRIVATE-TOKEN': 'stale', 'Transfer-Encoding': 'chunked' };
    const text = JSON.stringify({ login: ROOT.username, password: ROOT.password });
    const request = requestText('POST /api/v3/session', headers) + chunked(text);
    for (let n = 0; n < 4; n += 1) expect((await sendRaw(other.url, request)).status).toBe(201);
    const answer = await signIn('wrong');
    expect([answer, answer.headers.get('RateLimit-Remaining')]).toEqual([UNAUTHORIZED, '2']);
    expect(await remaining()).toEqual([401, '1']);
  });

  it('counts at sign-in if the body is too large', async () => {
    const filler = 'x'.repeat(33 * KIB);
    expect(await other.as('wrong').post('/session', { filler })).toEqual(TOO_LARGE);
    expect(await remaining()).toEqual([401, '1']);
  });

  it('returns 429 beyond the limit, but works with a valid token in the body', async () => {
    for (let n = 0; n < 3; n += 1) expect(await send()).toEqual(UNAUTHORIZED);
    expect(await send()).toEqual(TOO_MANY);
    expect((await send(ROOT.token)).status).toBe(201);
  });
});

describe('a large body with a token', () => {
  it.each([
    ['in a header', () => forge.root.post('/projects', project(900_000))],
    [
      'in the query',
      () => forge.anonymous.post(`/projects?private_token=${ROOT.token}`, project(900_000)),
    ],
  ])('is read if the token is valid, %s', async (_, send) => {
    expect((await send()).status).toBe(201);
  });

  it('is read in chunks', async () => {
    const headers = { 'PRIVATE-TOKEN': ROOT.token };
    expect(await sendChunks(headers, JSON.stringify(project(900_000)))).toEqual([
      201,
      expect.anything(),
    ]);
  });

  it('counts as a failed authentication if the token is invalid', async () => {
    const other = await startForge({ RATE_LIMIT: 'on', RATE_LIMIT_FAILED_AUTH: '2' });
    const send = () => other.as('wrong').post('/projects', project(900_000));
    try {
      expect([await send(), await send(), await send()]).toEqual([TOO_LARGE, TOO_LARGE, TOO_MANY]);
    } finally {
      await other.close();
    }
  });
});
