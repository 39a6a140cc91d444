import { setTimeout as delay } from 'node:timers/promises';
import { logLines } from '../support/log-fields.js';
import { freePort } from '../support/ports.js';
import { Program } from '../support/program.js';
import { requestText, sendAndLeave } from '../support/raw.js';
import { Scrape } from '../support/scrape.js';

const CLIENTS = 50;
const TOKEN = 'token-of-root-0000000';
const PASSWORD = 'a good password';
const NOTES = '/api/v3/projects/1/issues/1/notes';
const HEADERS = { 'PRIVATE-TOKEN': TOKEN };
const JSON_TYPE = { 'Content-Type': 'application/json' };

describe('GET /metrics', () => {
  let program: Program;
  let port: number;
  let url: string;
  beforeEach(async () => {
    program = new Program();
    port = await freePort();
    program.start({
      ...{ ADMIN_TOKEN: TOKEN, ADMIN_PASSWORD: PASSWORD, METRICS_PORT: String(port) },
      ...{ LOG_LEVEL: 'info', DRAIN_TIME: '60' },
    });
    url = await program.address();
  });
  afterEach(() => program.remove());

  const send = (path: string, init: RequestInit = {}) =>
    fetch(url + path, { ...init, headers: HEADERS });
  const post = async (path: string, values: Record<string, string>) => {
    const { status } = await send(path, { method: 'POST', body: new URLSearchParams(values) });
    expect(status).toBe(201);
  };

  it('is on its own port, at no other path, and still there while the service stops, which is not ready', async () => {
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
    const posted = await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST' });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    const head = await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(1_000);
    expect((await send('/metrics')).status).toBe(404);
    expect((await Scrape.of(port)).sum('forgenote_ready')).toBe(1);
    program.signal('SIGTERM');
    while ((await send('/health/ready')).status === 200);
    expect((await Scrape.of(port)).sum('forgenote_ready')).toBe(0);
    expect(await program.exitAtOnce()).toBe(0);
  });

  it('counts each request of clients that close right after sending, and the log has each', async () => {
    await post('/api/v3/projects', { name: 'a' });
    await post('/api/v3/projects/1/issues', { title: 'b' });
    const counted = async (route: string) =>
      (await Scrape.of(port)).sum('forgenote_http_requests_total', { method: 'POST', route });
    const signIn = JSON.stringify({ login: 'root', password: PASSWORD });
    await sendAndLeave(url, requestText('POST /api/v3/session', JSON_TYPE, signIn));
    const note = (n: number) =>
      requestText(`POST ${NOTES}`, { ...HEADERS, ...JSON_TYPE }, JSON.stringify({ body: `${n}` }));
    await Promise.all(Array.from({ length: CLIENTS }, (_, n) => sendAndLeave(url, note(n))));

    const route = '/api/v3/projects/:id/issues/:issue_id/notes';
    while ((await counted(route)) < CLIENTS) await delay(50);
    while ((await counted('/api/v3/session')) < 1) await delay(50);
    expect(await (await send(`${NOTES}?per_page=100`)).json()).toHaveLength(CLIENTS);
    expect(await counted(route)).toBe(CLIENTS);
    program.signal('SIGINT');
    expect(await program.exit()).toBe(0);
    const lines = logLines<{ method?: string; path?: string; requestId: string }>(program.stderr);
    const ids = lines
      .filter(({ method, path }) => method === 'POST' && path === NOTES)
      .map(({ requestId }) => requestId);
    expect(ids).toHaveLength(CLIENTS);
    expect(new Set(ids).size).toBe(CLIENTS);
  });
});
