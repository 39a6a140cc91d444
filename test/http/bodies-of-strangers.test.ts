import { ROOT, startForge, type Forge } from '../support/app.js';
import { recordLog } from '../support/log.js';
import { RawConnection, requestText, sendRaw } from '../support/raw.js';

/** Below the limit of a body without a token. */
const LENGTH = 60_000;
/** More than the whole BODY_MEMORY. */
const CONNECTIONS = 48;
/** In chunks of one byte, which took 201 bytes each before they were copied. */
const CHUNKS = 20_000;

describe('bodies of unknown senders', () => {
  let forge: Forge;
  const connections: RawConnection[] = [];
  beforeEach(async () => {
    forge = await startForge({
      ...{ BODY_LIMIT: '1048576', BODY_LIMIT_NOTES: '1048576', BODY_MEMORY: '2097152' },
      ...{ TRUSTED_PROXIES: '127.0.0.1', RATE_LIMIT: 'on', RATE_LIMIT_FAILED_AUTH: '100' },
    });
  });
  afterEach(async () => {
    for (const connection of connections.splice(0)) connection.end();
    await forge.close();
  });

  const headersFrom = (address: string) => ({
    'X-Forwarded-For': address,
    'Content-Type': 'application/json',
  });
  /** Sends a body except for its end. */
  function begin(address: string): RawConnection {
    const connection = new RawConnection(forge.url);
    const headers = { ...headersFrom(address), 'Content-Length': LENGTH + 1 };
    connection.send(requestText('POST /api/v3/users', headers) + 'x'.repeat(LENGTH));
    connections.push(connection);
    return connection;
  }
  async function fill(addressOf: (n: number) => string): Promise<void> {
    const begun = Array.from({ length: CONNECTIONS }, (_, n) => begin(addressOf(n)));
    const { status } = await Promise.any(begun.map((connection) => connection.answer()));
    expect(status).toBe(503);
  }
  const send = async (address: string, line: string, body: object, more = {}) => {
    const headers = { ...headersFrom(address), ...more };
    return (await sendRaw(forge.url, requestText(line, headers, JSON.stringify(body)))).status;
  };
  const filler = 'x'.repeat(LENGTH);
  const guess = (address: string) => send(address, 'POST /api/v3/users', { filler });
  const signIn = (address: string) =>
    send(address, 'POST /api/v3/session', { login: ROOT.username, password: ROOT.password });

  it('take a part of the memory: users still write and sign in', async () => {
    await fill((n) => `192.0.2.${n + 1}`);
    // Bodies that were refused in the middle have left gaps.
    for (let n = 1; (await guess('198.51.100.1')) !== 503; n += 1) begin(`203.0.113.${n}`);
    const changed = await forge.root.put('/users/1', { bio: 'still here', filler });
    expect(changed.status).toBe(200);
    expect(await signIn('198.51.100.1')).toBe(201);
  });

  it('are logged once for all requests that the limit refuses', async () => {
    const log = recordLog();
    await fill(() => '192.0.2.1');
    for (let n = 0; n < 3; n += 1) await guess('192.0.2.1');
    log.stop();
    const message = 'overload: the limit of body_memory is reached, requests get 503';
    expect(log.lines).toEqual([{ level: 'warn', message }]);
  });

  it.each([
    ['one address', () => '192.0.2.1', '192.0.2.1'],
    ['one IPv6 network', (n: number) => `2001:db8::${n + 1}`, '2001:db8::ffff'],
  ])('take a smaller part from %s: other addresses still send', async (_, addressOf, refused) => {
    await fill(addressOf);
    while ((await guess(refused)) !== 503) begin(refused);
    expect(await signIn(refused)).toBe(201);
    expect(await guess('198.51.100.1')).toBe(401);
  });

  it('count as failed authentications if their token is unknown, also when they get 503', async () => {
    await fill(() => '192.0.2.1');
    const wrong = { 'PRIVATE-TOKEN': 'wrong' };
    while ((await guess('192.0.2.1')) !== 503) begin('192.0.2.1');
    for (let n = 1; n <= 3; n += 1)
      expect(await send('192.0.2.1', 'POST /api/v3/users', { filler }, wrong)).toBe(503);
    const headers = { ...headersFrom('192.0.2.1'), ...wrong };
    const answer = await sendRaw(forge.url, requestText('GET /api/v3/user', headers));
    expect([answer.status, answer.headers.get('RateLimit-Remaining')]).toEqual([401, '96']);
  });

  it('take no more memory in chunks of one byte', async () => {
    const headers = { ...headersFrom('192.0.2.1'), 'Transfer-Encoding': 'chunked' };
    const text = JSON.stringify({ filler: 'x'.repeat(CHUNKS) });
    const chunks = [...text].map((letter) => `1\r\n${letter}\r\n`).join('');
    const request = `${requestText('POST /api/v3/users', headers)}${chunks}0\r\n\r\n`;
    expect((await sendRaw(forge.url, request)).status).toBe(401);
  });
});
