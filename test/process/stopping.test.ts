import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { endIfAlive, isAlive } from '../support/process-state.js';
import { Program } from '../support/program.js';
import { RawConnection, requestText } from '../support/raw.js';

const TOKEN = 'token-of-root-0000000';
const BODY = JSON.stringify({ name: 'In flight' });
/** What never ends by itself: only the time to stop ends it. */
const LONG_REQUEST_TIMEOUT = { REQUEST_TIMEOUT: '3600' };

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
  program.start({ ...own, DRAIN_TIME: '0', ...settings });
  return program.address();
}

/** A request the service has begun to read, whose body has yet to be sent. */
async function beginRequest(url: string): Promise<RawConnection> {
  const connection = new RawConnection(url);
  connection.send(
    requestText('POST /api/v3/projects', {
      'PRIVATE-TOKEN': TOKEN,
      'Content-Type': 'application/json',
      'Content-Length': BODY.length,
      Expect: '100-continue',
    }),
  );
  expect((await connection.answer()).status).toBe(100);
  return connection;
}

/** Until the service takes no connection any more. */
async function refusesConnections(url: string): Promise<void> {
  const request = () => fetch(`${url}/health`, { headers: { connection: 'close' } });
  while (
    await request().then(
      () => true,
      () => false,
    )
  )
    await delay(20);
}

const parentOf = (pid: number): number =>
  Number(/^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

describe.each(['SIGTERM', 'SIGINT'] as const)('on %s', (signal) => {
  it('the service finishes requests in flight, accepts no new ones, and exits with 0', async () => {
    const url = await start();
    const connection = await beginRequest(url);
    program.signal(signal);
    await refusesConnections(url);
    connection.send(BODY);
    expect((await connection.answer()).status).toBe(201);
    expect(await program.exit()).toBe(0);
  });

  it('its workers finish requests in flight and exit', async () => {
    const url = await start({ WORKERS: '2' });
    const workers = program.children();
    const connection = await beginRequest(url);
    program.signal(signal);
    // The idle one has gone.
    while (program.children().length > 1) await delay(20);
    connection.send(BODY);
    expect((await connection.answer()).status).toBe(201);
    expect(await program.exit()).toBe(0);
    expect(workers.filter(isAlive)).toEqual([]);
  });

  it('the service exits with 0 after SHUTDOWN_TIMEOUT, even with requests in flight', async () => {
    const url = await start({ ...LONG_REQUEST_TIMEOUT, SHUTDOWN_TIMEOUT: '1' });
    const connection = await beginRequest(url);
    program.signal(signal);
    expect(await program.exit()).toBe(0);
    await connection.closed();
  });
});

describe('after SHUTDOWN_TIMEOUT', () => {
  it('each worker exits, even with requests in flight', async () => {
    const url = await start({ ...LONG_REQUEST_TIMEOUT, WORKERS: '2', SHUTDOWN_TIMEOUT: '1' });
    const workers = program.children();
    const connection = await beginRequest(url);
    program.signal('SIGTERM');
    expect(await program.exit()).toBe(0);
    expect(workers.filter(isAlive)).toEqual([]);
    await connection.closed();
  });

  it('the service exits with 0 even if a worker hangs', async () => {
    await start({ WORKERS: '2', SHUTDOWN_TIMEOUT: '1' });
    const [hanging] = program.children();
    // A signal to process 0 would end the test run itself.
    if (hanging === undefined) throw new Error('The service has no workers');
    const service = parentOf(hanging);
    process.kill(hanging, 'SIGSTOP');
    try {
      program.signal('SIGTERM');
      while (isAlive(service)) await delay(20);
    } finally {
      // It holds the output of the service open.
      endIfAlive(hanging);
    }
    expect(await program.exit()).toBe(0);
  });
});
