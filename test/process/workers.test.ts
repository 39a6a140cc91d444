import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
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
  program.start({ ...own, WORKERS: '3', ...settings });
  return program.address();
}
/** Each on a connection of its own: these are what is shared out. */
const ask = (url: string, token = TOKEN) =>
  fetch(`${url}/api/v3/user`, { headers: { 'PRIVATE-TOKEN': token, connection: 'close' } });

async function until(condition: () => boolean): Promise<void> {
  const end = Date.now() + 60_000;
  while (!condition() && Date.now() < end) await delay(50);
  expect(condition()).toBe(true);
}
const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('several workers', () => {
  it('share a port and print one line with the address', async () => {
    const url = await start();
    expect(program.children()).toHaveLength(3);
    const answers = await Promise.all(Array.from({ length: 30 }, () => ask(url)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(program.stdout).toBe(`Forgenote listens on ${url}\n`);
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
    for (let n = 0; n < 12; n++) statuses.push((await ask(url, 'wrong')).status);
    expect(statuses).toEqual([...Array<number>(6).fill(401), ...Array<number>(6).fill(429)]);
    expect((await ask(url)).status).toBe(200);
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
    expect((await ask(url)).status).toBe(200);
    expect(program.stdout.split('\n')).toHaveLength(2);
  });

  it('stop on SIGTERM, with exit code 0', async () => {
    const url = await start();
    const workers = program.children();
    program.signal('SIGTERM');
    expect(await program.exit()).toBe(0);
    expect(workers.filter(isAlive)).toEqual([]);
    await expect(ask(url)).rejects.toThrow();
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
