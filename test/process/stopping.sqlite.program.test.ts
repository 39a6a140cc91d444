import { setTimeout as delay } from 'node:timers/promises';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { Program } from '../support/program.js';
import { RawConnection, requestText } from '../support/raw.js';

const TOKEN = 'token-of-root-0000000';
const BODY = JSON.stringify({ name: 'In flight' });
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

function start(): Promise<string> {
  const own = { DATABASE_URL: database.url, SECRET_KEY: 'k'.repeat(40), ADMIN_TOKEN: TOKEN };
  program.start({ ...own, DRAIN_TIME: '0' });
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

describe('a stop', () => {
  it('finishes requests in flight, accepts no new ones, and exits with 0', async () => {
    const url = await start();
    const connection = await beginRequest(url);
    program.signal('SIGINT');
    await refusesConnections(url);
    connection.send(BODY);
    expect((await connection.answer()).status).toBe(201);
    expect(await program.exit()).toBe(0);
  });

  it('exits with 0 before a request in flight has timed out', async () => {
    const url = await start();
    const connection = await beginRequest(url);
    program.signal('SIGTERM');
    expect(await program.exit()).toBe(0);
    await connection.closed();
  });
});
