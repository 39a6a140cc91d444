import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { IS_SERVER } from '../support/environment.js';
import { freePort } from '../support/ports.js';
import { Program } from '../support/program.js';
import { requestText, sendAndLeave } from '../support/raw.js';
import { Scrape } from '../support/scrape.js';

const TOKEN = 'token-of-root-0000000';
const REQUESTS = 'forgenote_http_requests_total';
let program: Program;
let database: FreshDatabase;
let port: number;
let url: string;

const send = (path: string, init: RequestInit = {}) =>
  fetch(url + path, { ...init, headers: { 'PRIVATE-TOKEN': TOKEN, ...init.headers } });
const createProject = (name: string) =>
  send('/api/v3/projects', { method: 'POST', body: new URLSearchParams({ name }) });

async function start(settings: Record<string, string> = {}): Promise<void> {
  const own = { DATABASE_URL: database.url, SECRET_KEY: 'k'.repeat(40), ADMIN_TOKEN: TOKEN };
  program.start({ ...own, METRICS_PORT: String(port), ...settings });
  url = await program.address();
}

beforeEach(async () => {
  program = new Program();
  database = await freshDatabase();
  port = await freePort();
});
afterEach(async () => {
  await program.remove();
  await database.drop();
});

describe('GET /metrics', () => {
  it('counts a request whose client has not waited for the response', async () => {
    await start({ ADMIN_PASSWORD: 'a good password' });
    const body = JSON.stringify({ login: 'root', password: 'a good password' });
    const type = { 'Content-Type': 'application/json' };
    await sendAndLeave(url, requestText('POST /api/v3/session', type, body));
    const counted = '{method="POST",route="/api/v3/session",status="201",work="write"} 1';
    while (!(await Scrape.of(port)).series(REQUESTS).includes(counted)) await delay(20);
  });

  it('counts responses by method, route, status and kind of database work', async () => {
    await start();
    expect((await createProject('a')).status).toBe(201);
    expect((await createProject('b')).status).toBe(201);
    expect((await send('/api/v3/projects/1')).status).toBe(200);
    expect((await send('/api/v3/projects/99')).status).toBe(404);
    const scrape = await Scrape.of(port);
    expect(scrape.series(REQUESTS).sort()).toEqual([
      '{method="GET",route="/api/v3/projects/:id",status="200",work="read"} 1',
      '{method="GET",route="/api/v3/projects/:id",status="404",work="read"} 1',
      '{method="POST",route="/api/v3/projects",status="201",work="write"} 2',
    ]);
    const labels = { method: 'POST', route: '/api/v3/projects' };
    expect(scrape.sum('forgenote_http_request_duration_seconds_count', labels)).toBe(2);
    expect(scrape.sum('forgenote_http_request_size_bytes_count')).toBe(2);
    expect(scrape.sum('forgenote_http_response_size_bytes_count')).toBe(4);
    // A change of a project locks its row.
    const changed = new URLSearchParams({ name: 'c' });
    expect((await send('/api/v3/projects/1', { method: 'PUT', body: changed })).status).toBe(200);
    const after = await Scrape.of(port);
    for (const kind of ['read', 'unit', 'begin', 'lock', 'statement', 'commit'])
      expect(after.sum('forgenote_database_work_duration_seconds_count', { kind })).toBeGreaterThan(
        0,
      );
  });

  it('has one series for all paths and methods that no route has', async () => {
    await start();
    for (let n = 0; n < 50; n++) await send(`/unknown/${n}/path?${n}`, { method: 'PATCH' });
    for (let n = 0; n < 20; n++) await send(`/api/v3/projects/unknown%2F${n}`);
    const scrape = await Scrape.of(port);
    expect(scrape.series(REQUESTS).sort()).toEqual([
      '{method="",route="",status="404",work="none"} 50',
      '{method="GET",route="/api/v3/projects/:id",status="404",work="read"} 20',
    ]);
  });

  it('counts rate limits that were hit, and requests that no hook sees', async () => {
    await start({ RATE_LIMIT_FAILED_AUTH: '2' });
    for (let n = 0; n < 5; n++) await send('/api/v3/user', { headers: { 'PRIVATE-TOKEN': 'no' } });
    const { port: apiPort } = new URL(url);
    await sendText(Number(apiPort), 'no request\r\n\r\n');
    expect((await send('/api/v3/users/%')).status).toBe(404);
    const scrape = await Scrape.of(port);
    expect(scrape.sum('forgenote_rate_limit_hits_total', { reason: 'failures' })).toBe(3);
    expect(scrape.series('forgenote_http_rejected_requests_total')).toEqual([
      '{reason="malformed"} 2',
      '{reason="too_large"} 0',
      '{reason="timeout"} 0',
    ]);
  });

  it('has the connections to the database, deletions and the state of the service', async () => {
    await start();
    await send('/api/v3/user');
    const scrape = await Scrape.of(port);
    expect(scrape.sum('forgenote_ready')).toBe(1);
    expect(scrape.sum('forgenote_deletions_in_progress')).toBe(0);
    expect(scrape.sum('forgenote_database_connections_limit', { pool: 'writes' })).toBe(
      IS_SERVER ? 20 : 1,
    );
    const pool = { pool: IS_SERVER ? 'reads' : 'writes', state: 'idle' };
    expect(scrape.sum('forgenote_database_connections', pool)).toBeGreaterThan(0);
  });

  it('is still there while the service stops, which is not ready', async () => {
    await start({ DRAIN_TIME: '60' });
    program.signal('SIGTERM');
    while ((await send('/health/ready')).status === 200);
    expect((await Scrape.of(port)).sum('forgenote_ready')).toBe(0);
    expect(await program.exitAtOnce()).toBe(0);
  });

  it('exists at no other path, and not on the port of the API', async () => {
    await start();
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
    const { status } = await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST' });
    expect(status).toBe(405);
    expect((await send('/metrics')).status).toBe(404);
  });
});

async function sendText(to: number, text: string): Promise<void> {
  await new Promise<void>((resolve) => {
    const socket = connect(to, '127.0.0.1', () => socket.write(text));
    socket
      .on('data', () => socket.end())
      .on('close', () => {
        resolve();
      });
  });
}
