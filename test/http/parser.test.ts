import { startForge, type Forge } from '../support/app.js';
import { RawConnection, requestText, say } from '../support/raw.js';

let forge: Forge;
beforeAll(async () => {
  forge = await startForge();
});
afterAll(() => forge.close());

const NO_HTTP = { message: '400 Bad Request - this is no HTTP request' };
const post = (headers: Record<string, string>, rest = '') =>
  requestText('POST /api/v3/users', { 'Content-Type': 'application/json', ...headers }) + rest;

describe('what is no HTTP', () => {
  it.each<[string, string | Uint8Array]>([
    ['a word', 'hello\r\n\r\n'],
    ['a TLS hello', Uint8Array.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03])],
    ['zeros', new Uint8Array(1_000)],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a version there is not', 'GET / HTTP/9.9\r\nHost: x\r\n\r\n'],
    ['a method there is not', 'FETCH / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a blank in the address', 'GET /a b HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a NUL in the address', 'GET /a\0 HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a header without a colon', 'GET / HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n'],
    ['a blank before the colon', 'GET / HTTP/1.1\r\nHost : x\r\n\r\n'],
    ['a line feed in a header', 'GET / HTTP/1.1\r\nHost: x\r\nX: a\nb\r\n\r\n'],
    ['a length that is none', post({ 'Content-Length': 'many' })],
    ['two lengths', post({ 'Content-Length': '2', 'content-length': '3' }, '{}')],
    ['a length and chunks', post({ 'Content-Length': '2', 'Transfer-Encoding': 'chunked' }, '{}')],
    ['a chunk without a size', post({ 'Transfer-Encoding': 'chunked' }, 'zz\r\n')],
    ['a coding there is not', post({ 'Transfer-Encoding': 'gzip' }, '{}')],
  ])('is answered in the form of every failure: %s', async (_, bytes) => {
    const connection = new RawConnection(forge.url);
    connection.send(bytes);
    const { status, headers, body } = await connection.answer();
    expect([status, body]).toEqual([400, NO_HTTP]);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
    await connection.closed();
  });

  it('is answered behind what was a request', async () => {
    const connection = new RawConnection(forge.url);
    connection.send(requestText('GET /health'));
    expect((await connection.answer()).status).toBe(200);
    connection.send('hello\r\n\r\n');
    expect(await connection.answer()).toMatchObject({ status: 400, body: NO_HTTP });
    await connection.closed();
  });

  it('is answered even when megabytes of it follow', async () => {
    const { status, body } = await say(forge.url, 'garbage '.repeat(500_000));
    expect([status, body]).toEqual([400, NO_HTTP]);
  });

  it('is cut off when its sender neither reads nor goes', async () => {
    const connection = new RawConnection(forge.url);
    connection.send('hello\r\n\r\n');
    await connection.answer();
    await connection.closed();
    expect(connection.isClosed).toBe(true);
  });

  it('does the service no harm', async () => {
    await Promise.all(Array.from({ length: 50 }, () => say(forge.url, 'hello\r\n\r\n')));
    expect((await forge.root.get('/user')).status).toBe(200);
  });
});

describe('what Node would answer by itself', () => {
  it('a request without a Host: 400', async () => {
    const { status, headers, body } = await say(forge.url, 'GET /health HTTP/1.1\r\n\r\n');
    expect([status, body]).toEqual([
      400,
      { message: '400 Bad Request - the header Host is missing' },
    ]);
    expect(headers.get('x-request-id')).not.toBeNull();
  });

  it('which HTTP/1.0 does not need', async () => {
    const { status, body } = await say(forge.url, 'GET /health HTTP/1.0\r\n\r\n');
    expect([status, body]).toEqual([200, { status: 'ok' }]);
  });

  it('CONNECT: 405', async () => {
    const answer = await say(forge.url, requestText('CONNECT example.com:443'));
    expect(answer).toMatchObject({ status: 405, body: { message: '405 Not Allowed' } });
  });

  it('an upgrade, which is not made', async () => {
    const headers = { Connection: 'Upgrade', Upgrade: 'websocket' };
    expect((await say(forge.url, requestText('GET /health', headers))).status).toBe(200);
  });

  it('an expectation nobody knows, which is ignored', async () => {
    const { status } = await say(forge.url, requestText('GET /health', { Expect: 'miracles' }));
    expect(status).toBe(200);
  });

  it('a client that waits to be told to continue', async () => {
    const connection = new RawConnection(forge.url);
    connection.send(post({ Expect: '100-continue', 'Content-Length': '2' }));
    expect((await connection.answer({ isHead: true })).status).toBe(100);
    connection.send('{}');
    expect((await connection.answer()).status).toBe(401);
    connection.end();
  });

  it('OPTIONS for all of the server', async () => {
    expect(await say(forge.url, requestText('OPTIONS *'))).toMatchObject({ status: 404 });
  });
});
