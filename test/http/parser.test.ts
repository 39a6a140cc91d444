import { startForge, type Forge } from '../support/app.js';
import { RawConnection, requestText, sendRaw } from '../support/raw.js';

let forge: Forge;
beforeAll(async () => {
  forge = await startForge();
});
afterAll(() => forge.close());

const NO_HTTP = { message: '400 Bad Request - this is no HTTP request' };
const post = (headers: Record<string, string>, rest = '') =>
  requestText('POST /api/v3/users', { 'Content-Type': 'application/json', ...headers }) + rest;

describe('bytes that are not HTTP', () => {
  it.each<[string, string | Uint8Array]>([
    ['a word', 'hello\r\n\r\n'],
    ['a TLS hello', Uint8Array.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03])],
    ['zeros', new Uint8Array(1_000)],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['an unknown version', 'GET / HTTP/9.9\r\nHost: x\r\n\r\n'],
    ['an unknown method', 'FETCH / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a blank in the address', 'GET /a b HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a NUL in the address', 'GET /a\0 HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a header without a colon', 'GET / HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n'],
    ['a blank before the colon', 'GET / HTTP/1.1\r\nHost : x\r\n\r\n'],
    ['a line feed in a header', 'GET / HTTP/1.1\r\nHost: x\r\nX: a\nb\r\n\r\n'],
    ['an invalid length', post({ 'Content-Length': 'many' })],
    ['two lengths', post({ 'Content-Length': '2', 'content-length': '3' }, '{}')],
    ['a length and chunks', post({ 'Content-Length': '2', 'Transfer-Encoding': 'chunked' }, '{}')],
    ['a chunk without a size', post({ 'Transfer-Encoding': 'chunked' }, 'zz\r\n')],
    ['an unknown coding', post({ 'Transfer-Encoding': 'gzip' }, '{}')],
  ])('return 400 in the format of all errors: %s', async (_, bytes) => {
    const connection = new RawConnection(forge.url);
    connection.send(bytes);
    const { status, headers, body } = await connection.answer();
    expect([status, body]).toEqual([400, NO_HTTP]);
    expect(headers.get('content-type')).toBe('application/json');
    expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
    await connection.closed();
  });

  it('return 400 after a valid request on the same connection', async () => {
    const connection = new RawConnection(forge.url);
    connection.send(requestText('GET /health'));
    expect((await connection.answer()).status).toBe(200);
    connection.send('hello\r\n\r\n');
    expect(await connection.answer()).toMatchObject({ status: 400, body: NO_HTTP });
    await connection.closed();
  });

  it('return 400 even if megabytes follow', async () => {
    const { status, body } = await sendRaw(forge.url, 'garbage '.repeat(500_000));
    expect([status, body]).toEqual([400, NO_HTTP]);
  });

  it('close the connection of a client that neither reads nor closes', async () => {
    const connection = new RawConnection(forge.url);
    connection.send('hello\r\n\r\n');
    await connection.answer();
    await connection.closed();
    expect(connection.isClosed).toBe(true);
  });

  it('do not affect later requests', async () => {
    await Promise.all(Array.from({ length: 50 }, () => sendRaw(forge.url, 'hello\r\n\r\n')));
    expect((await forge.root.get('/user')).status).toBe(200);
  });
});

describe('a special case of HTTP that Node would handle itself', () => {
  it('returns 400 for a request without a Host', async () => {
    const { status, headers, body } = await sendRaw(forge.url, 'GET /health HTTP/1.1\r\n\r\n');
    expect([status, body]).toEqual([
      400,
      { message: '400 Bad Request - the header Host is missing' },
    ]);
    expect(headers.get('x-request-id')).not.toBeNull();
  });

  it('accepts HTTP/1.0 without a Host', async () => {
    const { status, body } = await sendRaw(forge.url, 'GET /health HTTP/1.0\r\n\r\n');
    expect([status, body]).toEqual([200, { status: 'ok', warnings: [] }]);
  });

  it('returns 400 for CONNECT', async () => {
    const { status, body } = await sendRaw(forge.url, requestText('CONNECT example.com:443'));
    const message = '400 Bad Request - the request target is not a path';
    expect([status, body]).toEqual([400, { message }]);
  });

  it('ignores an upgrade', async () => {
    const headers = { Connection: 'Upgrade', Upgrade: 'websocket' };
    expect((await sendRaw(forge.url, requestText('GET /health', headers))).status).toBe(200);
  });

  it('ignores an unknown expectation', async () => {
    const { status } = await sendRaw(forge.url, requestText('GET /health', { Expect: 'miracles' }));
    expect(status).toBe(200);
  });

  it('sends 100 Continue to a client that waits for it', async () => {
    const connection = new RawConnection(forge.url);
    connection.send(post({ Expect: '100-continue', 'Content-Length': '2' }));
    expect((await connection.answer({ isHead: true })).status).toBe(100);
    connection.send('{}');
    expect((await connection.answer()).status).toBe(401);
    connection.end();
  });

  it('returns 404 for OPTIONS *', async () => {
    expect(await sendRaw(forge.url, requestText('OPTIONS *'))).toMatchObject({ status: 404 });
  });
});
