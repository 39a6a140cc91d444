import { startForge, type Forge } from '../support/app.js';
import { requestText, sendRaw } from '../support/raw.js';
import type { SeededUser } from '../support/seed.js';
import { answered } from '../support/expected-responses.js';

const MIB = 1 << 20;
const TOO_LARGE = answered(413, {
  message: '413 Request Entity Too Large - send a smaller body',
});

let forge: Forge;
let ada: SeededUser;
let issues: string;

beforeAll(async () => {
  forge = await startForge();
  ada = await forge.seed.user();
  const project = await forge.seed.project(ada);
  issues = `${project.at}/issues`;
});
afterAll(() => forge.close());

/** A body of exactly `n` bytes in each format. Most of it is an unknown parameter. */
const forms: [string, string, (bytes: number) => string][] = [
  ['JSON', 'application/json', (n) => `{"title":"x","body":"x","filler":"${'x'.repeat(n - 36)}"}`],
  [
    'a form',
    'application/x-www-form-urlencoded',
    (n) => `title=x&body=x&filler=${'x'.repeat(n - 22)}`,
  ],
  [
    'multipart',
    'multipart/form-data; boundary=b',
    (n) => {
      const part = (name: string, value: string) =>
        `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
      const rest = `${part('title', 'x')}${part('body', 'x')}--b--`;
      const head = part('filler', '').length;
      return `${part('filler', 'x'.repeat(n - rest.length - head))}${rest}`;
    },
  ],
];

describe.each(forms)('a body: %s', (_, type, body) => {
  it('is accepted up to 1 MiB, then returns 413', async () => {
    expect(body(MIB).length).toBe(MIB);
    expect((await ada.client.type(type).post(issues, body(MIB))).status).toBe(201);
    expect(await ada.client.type(type).post(issues, body(MIB + 1))).toEqual(TOO_LARGE);
  });
});

describe('a body beyond the limit', () => {
  it('returns 413 for any type, before authentication', async () => {
    const type = 'application/octet-stream';
    expect(await forge.anonymous.type(type).post(issues, 'x'.repeat(MIB + 1))).toEqual(TOO_LARGE);
  });

  it('returns 413 in chunks too, and the client can read it while sending', async () => {
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
    const head = requestText(`POST /api/v3${issues}`, {
      'PRIVATE-TOKEN': ada.token,
      'Content-Type': 'application/json',
      'Transfer-Encoding': 'chunked',
    });
    const { status, body } = await sendRaw(forge.url, `${head}${chunk.repeat(100)}0\r\n\r\n`);
    expect([status, body]).toEqual([413, TOO_LARGE.body]);
  });

  it('keeps the connection open', async () => {
    const { headers } = await ada.client.type('application/json').post(issues, 'x'.repeat(3 * MIB));
    expect(headers.get('connection')).not.toBe('close');
    expect((await ada.client.get('/user')).status).toBe(200);
  });
});

describe('a URL', () => {
  const TOO_LONG = { message: '414 URI Too Long - at most 8192 characters' };
  const request = (length: number) => {
    const begin = '/api/v3/users?other=';
    const path = begin + 'x'.repeat(length - begin.length);
    return sendRaw(forge.url, requestText(`GET ${path}`, { 'PRIVATE-TOKEN': ada.token }));
  };

  it('is accepted up to 8192 characters, then returns 414', async () => {
    expect((await request(8_192)).status).toBe(200);
    const { status, body } = await request(8_193);
    expect([status, body]).toEqual([414, TOO_LONG]);
  });

  it.each([20_000, 1_000_000])('returns 414 with %p characters', async (length) => {
    const { status, body } = await request(length);
    expect([status, body]).toEqual([414, TOO_LONG]);
  });

  it('can contain a project name of 8000 characters', async () => {
    const { status, body } = await ada.client.get(`/projects/${'x'.repeat(8_000)}`);
    expect([status, body]).toEqual([404, { message: '404 Project Not Found' }]);
  });
});

describe('request headers', () => {
  const request = (length: number) =>
    sendRaw(
      forge.url,
      requestText('GET /api/v3/user', { 'PRIVATE-TOKEN': ada.token, X: 'x'.repeat(length) }),
    );

  it('are accepted up to 16 KiB', async () => {
    expect((await request(16_000)).status).toBe(200);
  });

  it.each([16_400, 1_000_000])('return 431 beyond that: %p', async (length) => {
    const { status, headers, body } = await request(length);
    expect([status, body]).toEqual([
      431,
      { message: '431 Request Header Fields Too Large - at most 16384 bytes' },
    ]);
    expect(headers.get('x-request-id')).not.toBeNull();
  });

  it.each([400, 2_500])('are limited in total, even if each is short: %p', async (count) => {
    const many = Object.fromEntries(Array.from({ length: count }, (_, i) => [`X-${i}`, 'x']));
    const { status } = await sendRaw(forge.url, requestText('GET /health', many));
    expect(status).toBe(count === 400 ? 200 : 431);
  });
});
