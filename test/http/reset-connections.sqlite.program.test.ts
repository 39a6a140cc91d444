import { once } from 'node:events';
import { connect } from 'node:net';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { logLines } from '../support/log-fields.js';
import { Program } from '../support/program.js';
import { requestText } from '../support/raw.js';

const TOKEN = 'token-of-root-0000000';
let program: Program;
let database: FreshDatabase;
let url: string;

beforeEach(async () => {
  program = new Program();
  database = await freshDatabase();
  program.start({
    ...{ DATABASE_URL: database.url, SECRET_KEY: 'k'.repeat(40), ADMIN_TOKEN: TOKEN },
    ...{ LOG_LEVEL: 'info', DRAIN_TIME: '0' },
  });
  url = await program.address();
});
afterEach(async () => {
  await program.remove();
  await database.drop();
});

/** Sends a request and resets the connection, before the service can read. */
async function sendAndReset(bytes: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  await new Promise<void>((resolve) =>
    socket.write(bytes, () => {
      resolve();
    }),
  );
  socket.resetAndDestroy();
}

it('runs no request of a client that has reset the connection, and logs none without an address', async () => {
  const headers = { 'PRIVATE-TOKEN': TOKEN };
  program.signal('SIGSTOP');
  const json = { ...headers, 'Content-Type': 'application/json' };
  for (let n = 0; n < 10; n++)
    await sendAndReset(requestText('POST /api/v3/projects', json, `{"name":"p${n}"}`));
  program.signal('SIGCONT');
  // The kernel passes on connections in their order.
  expect((await fetch(`${url}/api/v3/user`, { headers })).status).toBe(200);
  const projects = await fetch(`${url}/api/v3/projects`, { headers });
  expect(await projects.json()).toEqual([]);
  program.signal('SIGTERM');
  expect(await program.exit()).toBe(0);
  const requests = logLines<{ method?: string; address?: string }>(program.stderr).filter(
    ({ method }) => method !== undefined,
  );
  expect(requests.map(({ method, address }) => [method, address])).toEqual([
    ['GET', '127.0.0.1'],
    ['GET', '127.0.0.1'],
  ]);
});
