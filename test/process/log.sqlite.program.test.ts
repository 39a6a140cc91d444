import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { logLines } from '../support/log-fields.js';
import { Program } from '../support/program.js';
import { RawConnection, requestText } from '../support/raw.js';

const TOKEN = 'token-of-root-0000000';
const DEBUG = 20;
const ERROR = 50;

let program: Program;
beforeAll(() => {}, 120_000);
beforeEach(() => {
  program = new Program();
});
afterEach(() => program.remove());

const request = (url: string, headers: Record<string, string> = {}) =>
  fetch(url, { headers: { 'PRIVATE-TOKEN': TOKEN, ...headers } });

/** The lines of the log, after the service has stopped. */
async function logged(): Promise<Record<string, unknown>[]> {
  program.signal('SIGTERM');
  await program.exit();
  return logLines(program.stderr);
}

describe('the log', () => {
  it('has a line for each request, with its id and the client address', async () => {
    program.start({ ADMIN_TOKEN: TOKEN, LOG_LEVEL: 'info' });
    const { status, headers } = await request(`${await program.address()}/api/v3/user?other=x`);
    expect(status).toBe(200);
    const lines = await logged();
    expect(lines.filter(({ msg }) => msg === 'request')).toEqual([
      expect.objectContaining({
        requestId: headers.get('x-request-id'),
        method: 'GET',
        path: '/api/v3/user',
        status: 200,
        address: '127.0.0.1',
        user: 1,
      }),
    ]);
  });

  it('has the client address even if the connection is closed after the response', async () => {
    program.start({ ADMIN_TOKEN: TOKEN, LOG_LEVEL: 'info' });
    const connection = new RawConnection(await program.address());
    connection.send(requestText('GET /api/v3/user', { Connection: 'close' }));
    await connection.closed();
    const lines = await logged();
    expect(lines.filter(({ msg }) => msg === 'request')).toMatchObject([{ address: '127.0.0.1' }]);
  });

  it('contains the client address that a trusted proxy reports', async () => {
    program.start({ ADMIN_TOKEN: TOKEN, LOG_LEVEL: 'info', TRUSTED_PROXIES: '127.0.0.1' });
    await request(`${await program.address()}/api/v3/user`, { 'X-Forwarded-For': '192.0.2.7' });
    const lines = await logged();
    expect(lines.filter(({ msg }) => msg === 'request')).toMatchObject([{ address: '192.0.2.7' }]);
  });

  it('contains no other text that a trusted proxy reports', async () => {
    program.start({ ADMIN_TOKEN: TOKEN, LOG_LEVEL: 'info', TRUSTED_PROXIES: '127.0.0.1' });
    const url = `${await program.address()}/api/v3/user`;
    for (const text of ['fe80::1%a-zone', '[2001:db8::1]:50123', 'my secret'])
      await request(url, { 'X-Forwarded-For': text });
    const lines = (await logged()).filter(({ msg }) => msg === 'request');
    expect(lines.map(({ address }) => address)).toEqual(['fe80::1', '2001:db8::1', null]);
  });

  it.each(['info', 'debug'])('has probes at debug only: LOG_LEVEL %s', async (level) => {
    program.start({ LOG_LEVEL: level });
    const url = await program.address();
    for (const path of ['/health', '/health/live', '/health/ready']) await request(url + path);
    const probes = (await logged()).filter(({ msg }) => msg === 'request');
    expect(probes.map(({ path, level: severity }) => [path, severity])).toEqual(
      level === 'info'
        ? []
        : ['/health', '/health/live', '/health/ready'].map((path) => [path, DEBUG]),
    );
  });

  it('has no line about the migrations of a new database', async () => {
    program.start({ LOG_LEVEL: 'info' });
    await program.address();
    expect((await logged()).filter((line) => line['migrations'])).toEqual([]);
  });

  it('has one line with level error for a fault, with the request id', async () => {
    program.start({ ADMIN_TOKEN: TOKEN, LOG_LEVEL: 'error' });
    const url = await program.address();
    const database = new DatabaseSync(join(program.folder, 'data/forgenote.sqlite'));
    database.exec('ALTER TABLE ssh_keys RENAME COLUMN user_id TO owner_id');
    database.close();
    const { status, headers } = await request(`${url}/api/v3/user/keys`);
    expect(status).toBe(500);
    const lines = await logged();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      level: ERROR,
      requestId: headers.get('x-request-id'),
      err: { code: 'ERR_SQLITE_ERROR', errcode: 1, statement: 'SELECT ssh_keys' },
    });
  });
});
