import { ProcessMetrics } from '../../src/operations/observability/process-metrics.js';
import { IS_SERVER } from '../support/environment.js';
import { sendRaw } from '../support/raw.js';
import { reusedDatabase, type ReusedDatabase } from '../support/reused-database.js';
import { Scrape } from '../support/scrape.js';
import { startService, type Service } from '../support/service.js';

const TOKEN = 'token-of-root-0000000';
const REQUESTS = 'forgenote_http_requests_total';

let database: ReusedDatabase;
let service: Service;
let metrics: ProcessMetrics;
beforeEach(async () => {
  database = await reusedDatabase();
  metrics = new ProcessMetrics();
  const settings = { DATABASE_URL: database.url, SECRET_KEY: 'k'.repeat(40), ADMIN_TOKEN: TOKEN };
  service = await startService(
    { ...settings, RATE_LIMIT_FAILED_AUTH: '2' },
    {
      arrange: (app) => {
        metrics.attach(app);
      },
    },
  );
  await database.hasTables();
});
afterEach(() => service.app.close());
afterEach(() => database.drop());

const scrape = async () => new Scrape(await metrics.collect());
const send = (path: string, init: RequestInit = {}) =>
  fetch(service.url + path, { ...init, headers: { 'PRIVATE-TOKEN': TOKEN, ...init.headers } });
const createProject = (name: string) =>
  send('/api/v3/projects', { method: 'POST', body: new URLSearchParams({ name }) });

describe('the metrics', () => {
  it('count responses by method, route, status and kind of database work', async () => {
    expect((await createProject('a')).status).toBe(201);
    expect((await createProject('b')).status).toBe(201);
    expect((await send('/api/v3/projects/1')).status).toBe(200);
    expect((await send('/api/v3/projects/99')).status).toBe(404);
    const found = await scrape();
    expect(found.series(REQUESTS).sort()).toEqual([
      '{method="GET",route="/api/v3/projects/:id",status="200",work="read"} 1',
      '{method="GET",route="/api/v3/projects/:id",status="404",work="read"} 1',
      '{method="POST",route="/api/v3/projects",status="201",work="write"} 2',
    ]);
    const labels = { method: 'POST', route: '/api/v3/projects' };
    expect(found.sum('forgenote_http_request_duration_seconds_count', labels)).toBe(2);
    expect(found.sum('forgenote_http_request_size_bytes_count')).toBe(2);
    expect(found.sum('forgenote_http_response_size_bytes_count')).toBe(4);
    // A change of a project locks its row.
    const changed = new URLSearchParams({ name: 'c' });
    expect((await send('/api/v3/projects/1', { method: 'PUT', body: changed })).status).toBe(200);
    const after = await scrape();
    for (const kind of ['read', 'unit', 'begin', 'lock', 'statement', 'commit'])
      expect(after.sum('forgenote_database_work_duration_seconds_count', { kind })).toBeGreaterThan(
        0,
      );
  });

  it('have one series for all paths and methods that no route has', async () => {
    for (let n = 0; n < 20; n++) await send(`/unknown/${n}/path?${n}`, { method: 'PATCH' });
    for (let n = 0; n < 20; n++) await send(`/api/v3/projects/unknown%2F${n}`);
    expect((await scrape()).series(REQUESTS).sort()).toEqual([
      '{method="",route="",status="404",work="none"} 20',
      '{method="GET",route="/api/v3/projects/:id",status="404",work="read"} 20',
    ]);
  });

  it('count rate limits that were hit, and requests that no hook sees', async () => {
    for (let n = 0; n < 5; n++) await send('/api/v3/user', { headers: { 'PRIVATE-TOKEN': 'no' } });
    expect((await sendRaw(service.url, 'no request\r\n\r\n')).status).toBe(400);
    expect((await send('/api/v3/users/%')).status).toBe(404);
    const found = await scrape();
    expect(found.sum('forgenote_rate_limit_hits_total', { reason: 'failures' })).toBe(3);
    expect(found.series('forgenote_http_rejected_requests_total')).toEqual([
      '{reason="malformed"} 2',
      '{reason="too_large"} 0',
      '{reason="timeout"} 0',
    ]);
  });

  it('have the connections to the database, deletions and the state of the service', async () => {
    await send('/api/v3/user');
    const found = await scrape();
    expect(found.sum('forgenote_ready')).toBe(1);
    expect(found.sum('forgenote_deletions_in_progress')).toBe(0);
    expect(found.sum('forgenote_database_connections_limit', { pool: 'writes' })).toBe(
      IS_SERVER ? 20 : 1,
    );
    const pool = { pool: IS_SERVER ? 'reads' : 'writes', state: 'idle' };
    expect(found.sum('forgenote_database_connections', pool)).toBeGreaterThan(0);
  });
});
