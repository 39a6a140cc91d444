import { setTimeout as delay } from 'node:timers/promises';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { logLines } from '../support/log-fields.js';
import { freePort } from '../support/ports.js';
import { Program } from '../support/program.js';
import { requestText, sendAndLeave } from '../support/raw.js';
import { Scrape } from '../support/scrape.js';

const CLIENTS = 50;
const TOKEN = 'token-of-root-0000000';
const NOTES = '/api/v3/projects/1/issues/1/notes';
let program: Program;
let database: FreshDatabase;
let metricsPort: number;
let url: string;

async function post(path: string, values: Record<string, string>): Promise<void> {
  const body = new URLSearchParams(values);
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'PRIVATE-TOKEN': TOKEN },
    body,
  });
  expect(response.status).toBe(201);
}

const noteText = (n: number) =>
  requestText(
    `POST ${NOTES}`,
    { 'PRIVATE-TOKEN': TOKEN, 'Content-Type': 'application/json' },
    JSON.stringify({ body: `note ${n}` }),
  );

beforeEach(async () => {
  program = new Program();
  database = await freshDatabase();
  metricsPort = await freePort();
  program.start({
    DATABASE_URL: database.url,
    SECRET_KEY: 'k'.repeat(40),
    ADMIN_TOKEN: TOKEN,
    METRICS_PORT: String(metricsPort),
    LOG_LEVEL: 'info',
  });
  url = await program.address();
  await post('/api/v3/projects', { name: 'a' });
  await post('/api/v3/projects/1/issues', { title: 'b' });
});
afterEach(async () => {
  await program.remove();
  await database.drop();
});

it('logs and counts each request of 50 clients that close right after sending', async () => {
  const labels = { method: 'POST', route: '/api/v3/projects/:id/issues/:issue_id/notes' };
  const counted = async () =>
    (await Scrape.of(metricsPort)).sum('forgenote_http_requests_total', labels);
  await Promise.all(Array.from({ length: CLIENTS }, (_, n) => sendAndLeave(url, noteText(n))));
  while ((await counted()) < CLIENTS) await delay(50);
  const response = await fetch(`${url}${NOTES}?per_page=100`, {
    headers: { 'PRIVATE-TOKEN': TOKEN },
  });
  expect(await response.json()).toHaveLength(CLIENTS);
  expect(await counted()).toBe(CLIENTS);
  program.signal('SIGTERM');
  expect(await program.exit()).toBe(0);
  const lines = logLines<{ method?: string; path?: string; requestId: string }>(program.stderr);
  const ids = lines
    .filter(({ method, path }) => method === 'POST' && path === NOTES)
    .map(({ requestId }) => requestId);
  expect(ids).toHaveLength(CLIENTS);
  expect(new Set(ids).size).toBe(CLIENTS);
});
