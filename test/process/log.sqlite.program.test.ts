import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { logLines } from '../support/log-fields.js';
import { Program } from '../support/program.js';
import { RawConnection, requestText } from '../support/raw.js';

const TOKEN = 'token-of-root-0000000';
const DEBUG = 20;
const ERROR = 50;
const PROBES = ['/health', '/health/live', '/health/ready'];

type Line = Record<string, unknown>;

const request = (url: string, headers: Record<string, string> = {}) =>
  fetch(url, { headers: { 'PRIVATE-TOKEN': TOKEN, ...headers } });

/** Runs a service for the requests of `send`. Returns its log, which it completes when it stops. */
async function logOf(
  settings: Record<string, string>,
  send: (url: string, program: Program) => Promise<void>,
): Promise<Line[]> {
  const program = new Program();
  try {
    program.start({ ADMIN_TOKEN: TOKEN, DRAIN_TIME: '0', ...settings });
    await send(await program.address(), program);
    program.signal('SIGTERM');
    await program.exit();
    return logLines(program.stderr);
  } finally {
    await program.remove();
  }
}

describe('the log with LOG_LEVEL=info', () => {
  let lines: Line[];
  let requestId: string | null;

  beforeAll(async () => {
    lines = await logOf({ LOG_LEVEL: 'info', TRUSTED_PROXIES: '127.0.0.1' }, async (url) => {
      const user = `${url}/api/v3/user`;
      const { status, headers } = await request(`${user}?other=x`);
      expect(status).toBe(200);
      requestId = headers.get('x-request-id');

      const closing = new RawConnection(url);
      closing.send(requestText('GET /api/v3/user/keys', { Connection: 'close' }));
      await closing.closed();

      for (const text of ['192.0.2.7', 'fe80::1%a-zone', '[2001:db8::1]:50123', 'my secret'])
        await request(`${url}/api/v3/user/emails`, { 'X-Forwarded-For': text });
      for (const path of PROBES) await request(url + path);
    });
  });

  /** The addresses in the lines about a path. */
  const addresses = (path: string) =>
    lines.filter((line) => line['path'] === path).map(({ address }) => address);

  it('has a line for each request, with its id and the client address', () => {
    expect(lines.filter(({ path }) => path === '/api/v3/user')).toEqual([
      expect.objectContaining({
        ...{ msg: 'request', requestId, method: 'GET', path: '/api/v3/user', status: 200 },
        ...{ address: '127.0.0.1', user: 1 },
      }),
    ]);
  });

  it('has the client address even if the connection is closed after the response', () => {
    expect(addresses('/api/v3/user/keys')).toEqual(['127.0.0.1']);
  });

  it('contains the client address that a trusted proxy reports, and no other text', () => {
    expect(addresses('/api/v3/user/emails')).toEqual(['192.0.2.7', 'fe80::1', '2001:db8::1', null]);
  });

  it('has no probes, no slow requests, and nothing about the migrations of a new database', () => {
    expect(lines.filter(({ path }) => PROBES.includes(String(path)))).toEqual([]);
    expect(lines.filter((line) => line['migrations'] ?? line['msg'] === 'slow request')).toEqual(
      [],
    );
  });
});

describe('the log with LOG_LEVEL=debug', () => {
  it('has probes', async () => {
    const lines = await logOf({ LOG_LEVEL: 'debug' }, async (url) => {
      for (const path of PROBES) await request(url + path);
    });
    const probes = lines.filter(({ msg }) => msg === 'request');
    expect(probes.map(({ path, level }) => [path, level])).toEqual(
      PROBES.map((path) => [path, DEBUG]),
    );
  });
});

describe('the log with LOG_LEVEL=error', () => {
  it('has one line for a fault, with the request id', async () => {
    let requestId: string | null = null;
    const lines = await logOf({ LOG_LEVEL: 'error' }, async (url, { folder }) => {
      const database = new DatabaseSync(join(folder, 'data/forgenote.sqlite'), {
        timeout: 60_000,
      });
      database.exec('ALTER TABLE ssh_keys RENAME COLUMN user_id TO owner_id');
      database.close();
      const { status, headers } = await request(`${url}/api/v3/user/keys`);
      expect(status).toBe(500);
      requestId = headers.get('x-request-id');
    });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      level: ERROR,
      requestId,
      err: { code: 'ERR_SQLITE_ERROR', errcode: 1, statement: 'SELECT ssh_keys' },
    });
  });
});
