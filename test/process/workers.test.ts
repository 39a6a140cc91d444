import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { logLines } from '../support/log-fields.js';
import { endIfAlive, isAlive } from '../support/process-state.js';
import { Program } from '../support/program.js';

const TOKEN = 'token-of-root-0000000';
let program: Program;
let database: FreshDatabase;

beforeEach(async () => {
  program = new Program();
  database = await freshDatabase();
});
afterEach(async () => {
  await program.remove();
  await database.drop();
});

function start(settings: Record<string, string> = {}): Promise<string> {
  const own = { DATABASE_URL: database.url, SECRET_KEY: 'k'.repeat(40), ADMIN_TOKEN: TOKEN };
  program.start({ ...own, WORKERS: '3', DRAIN_TIME: '0', ...settings });
  return program.address();
}
/** Opens a new connection for each request, because workers share connections, not requests. */
const request = (url: string, token = TOKEN) =>
  fetch(`${url}/api/v3/user`, { headers: { 'PRIVATE-TOKEN': token, connection: 'close' } });

async function until(condition: () => boolean): Promise<void> {
  const end = Date.now() + 60_000;
  while (!condition() && Date.now() < end) await delay(50);
  expect(condition()).toBe(true);
}

describe('several workers', () => {
  it('share a port and print one line with the address', async () => {
    const url = await start();
    expect(program.children()).toHaveLength(3);
    const answers = await Promise.all(Array.from({ length: 30 }, () => request(url)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(program.stdout).toMatch(
      /^Forgenote listens on http:\S+ with the database \S.*\. The administrator's token is the value of ADMIN_TOKEN\.\n$/,
    );
  });

  it('write to one database concurrently', async () => {
    const url = await start();
    const create = (n: number) =>
      fetch(`${url}/api/v3/projects`, {
        method: 'POST',
        headers: { 'PRIVATE-TOKEN': TOKEN, connection: 'close' },
        body: new URLSearchParams({ name: `Project ${n}` }),
      });
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => create(n)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  });

  it('share the limit of failed authentications', async () => {
    const url = await start({ RATE_LIMIT_FAILED_AUTH: '6' });
    const statuses: number[] = [];
    for (let n = 0; n < 12; n++) statuses.push((await request(url, 'wrong')).status);
    expect(statuses).toEqual([...Array<number>(6).fill(401), ...Array<number>(6).fill(429)]);
    expect((await request(url)).status).toBe(200);
  });

  it('count failed authentications alone while the primary process is stopped', async () => {
    const url = await start({ WORKERS: '2', RATE_LIMIT_FAILED_AUTH: '2', LOG_LEVEL: 'info' });
    const lines = (text: string) => program.stderr.split(text).length - 1;
    program.signal('SIGSTOP');
    const statuses: number[] = [];
    // Each of two workers allows two, whichever of them the connections lead to.
    while (statuses.at(-1) !== 429 && statuses.length < 5)
      statuses.push((await request(url, 'wrong')).status);
    expect(statuses.slice(0, -1)).toEqual(Array(statuses.length - 1).fill(401));
    expect(statuses.at(-1)).toBe(429);
    expect((await request(url)).status).toBe(200);
    const failures = lines('"The primary process fails (');
    expect([1, 2]).toContain(failures);
    program.signal('SIGCONT');
    await until(() => lines('"The primary process responds again: ') === failures);
    // The requests that the primary process did not count in time count towards the limit now.
    expect([401, 429]).toContain((await request(url, 'wrong')).status);
    expect(lines('"The primary process fails (')).toBe(failures);
  });

  it('are replaced when they die', async () => {
    const url = await start();
    const [killed] = program.children();
    // A signal to process 0 would end the test run itself.
    if (killed === undefined) throw new Error('The service has no workers');
    process.kill(killed, 'SIGKILL');
    await until(() => {
      const now = program.children();
      return now.length === 3 && !now.includes(killed);
    });
    expect((await request(url)).status).toBe(200);
    expect(program.stdout.split('\n')).toHaveLength(2);
  });

  it('are killed and replaced when they hang, while the others answer', async () => {
    const url = await start();
    const [hanging, paused] = program.children();
    // A signal to process 0 would end the test run itself.
    if (hanging === undefined || paused === undefined)
      throw new Error('The service has no workers');
    process.kill(paused, 'SIGSTOP');
    process.kill(paused, 'SIGCONT');
    process.kill(hanging, 'SIGSTOP');
    await until(() => {
      const now = program.children();
      return now.length === 3 && !now.includes(hanging);
    });
    // The new worker can be there before the last line has arrived.
    await until(() => (program.stderr.match(/^\{.*\n/gm) ?? []).length > 1);
    expect(program.children()).toContain(paused);
    const worker = hanging;
    expect(logLines(program.stderr)).toMatchObject([
      { worker, msg: 'a worker does not respond; killing it' },
      { worker, code: null, signal: 'SIGKILL', msg: 'a worker ended; starting another' },
    ]);
    const answers = await Promise.all(Array.from({ length: 10 }, () => request(url)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('answer while one of them hangs', async () => {
    const url = await start();
    const [hanging] = program.children();
    if (hanging === undefined) throw new Error('The service has no workers');
    process.kill(hanging, 'SIGSTOP');
    try {
      for (let n = 0; n < 20; n++) expect((await request(url)).status).toBe(200);
    } finally {
      // It holds the output of the service open.
      endIfAlive(hanging);
    }
  });

  it('stop on SIGTERM, with exit code 0', async () => {
    const url = await start();
    const workers = program.children();
    program.signal('SIGTERM');
    expect(await program.exit()).toBe(0);
    expect(workers.filter(isAlive)).toEqual([]);
    await expect(request(url)).rejects.toThrow();
  });

  it('stop when their parent process is killed', async () => {
    await start();
    const workers = program.children();
    program.signal('SIGKILL');
    await until(() => !workers.some(isAlive));
  });

  it('print once why they cannot start', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await program.expectRefusal({ WORKERS: '3', PORT: String(port) }, /port \d+ is taken/);
    server.close();
  });
});
