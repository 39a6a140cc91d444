import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { ROOT, startForge, type Forge } from '../support/app.js';
import { ProcessMetrics } from '../../src/operations/observability/process-metrics.js';
import { databaseOf } from '../support/internals.js';
import { Scrape } from '../support/scrape.js';

/** Writes that may be in flight when the service starts. */
const FIRST_LIMIT = 200;
const BEYOND = 20;
/** Below the lowest limit, so that no slow machine sheds them. */
const NEVER_SHED = 60;
const BURSTS = 5;

const metrics = new ProcessMetrics();
const scrape = async () => new Scrape(await metrics.collect());
let forge: Forge;
beforeAll(async () => {
  forge = await startForge({}, (app) => {
    metrics.attach(app);
  });
});
afterAll(() => forge.close());

/** Lets no write begin until `release` is called. */
function holdWrites() {
  const database = databaseOf(forge);
  const unit = database.unitWithOwnChecks.bind(database);
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let admitted = 0;
  database.unitWithOwnChecks = (scope, work) => {
    admitted++;
    return released.then(() => unit(scope, work));
  };
  return {
    admitted: () => admitted,
    release: () => {
      Reflect.deleteProperty(database, 'unitWithOwnChecks');
      release();
    },
  };
}

describe('a service with more writes than it can answer in time', () => {
  it('returns 503 for the writes beyond, counts them, answers reads and health checks, and finishes the others', async () => {
    const { admitted, release } = holdWrites();
    const refused: Awaited<ReturnType<typeof forge.root.post>>[] = [];
    const send = async (n: number) => {
      const answer = await forge.root.post('/projects', { name: `Project ${n}` });
      if (answer.status === 503) refused.push(answer);
      return answer.status;
    };
    const sent: Promise<number>[] = [];
    while (refused.length < BEYOND) {
      // On a busy machine, requests that came first count as stuck before all have come. That leaves room for others.
      if (admitted() + refused.length === sent.length)
        for (let n = 0; n < FIRST_LIMIT + BEYOND; n++) sent.push(send(sent.length));
      await delay(20);
    }
    expect((await forge.root.get('/user')).status).toBe(200);
    for (const path of ['/health', '/health/ready'])
      expect((await forge.anonymous.get(forge.url + path)).status).toBe(200);
    release();
    const statuses = await Promise.all(sent);
    const finished = statuses.filter((status) => status === 201);
    expect(finished).toHaveLength(sent.length - refused.length);
    expect(finished.length).toBeGreaterThan(0);
    for (const { body, headers } of refused) {
      expect(body).toEqual({ message: '503 Service Unavailable' });
      expect(headers.get('retry-after')).toMatch(/^\d+$/);
      expect(headers.get('connection')).not.toBe('close');
    }
    const now = await scrape();
    const count = (work: string) =>
      now.sum('forgenote_http_requests_total', {
        ...{ method: 'POST', route: '/api/v3/projects', status: '503', work },
      });
    // On a busy machine, requests that were held can also reach their deadline.
    const shed = refused.length - count('read');
    expect(now.sum('forgenote_http_shed_requests_total', { reason: 'overload' })).toBe(shed);
    expect(now.sum('forgenote_http_shed_requests_total')).toBe(shed);
    expect(count('none')).toBe(shed);
    expect((await forge.root.post('/projects', { name: 'Afterwards' })).status).toBe(201);
  });
});

/** Sends `count` reads and then a health check, each on a new connection. Returns how many reads it had to wait for. */
async function answeredBeforeHealth(count: number): Promise<number> {
  const { hostname, port } = new URL(forge.url);
  const agent = new Agent({ maxSockets: Infinity });
  const headers = { 'private-token': ROOT.token };
  let answered = 0;
  const get = async (path: string) => {
    const sent = request({ agent, hostname, port, path, headers }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.resume();
    await once(response, 'end');
    expect(response.statusCode).toBe(200);
  };
  const reads = Array.from({ length: count }, async () => {
    await get('/api/v3/projects/all');
    answered++;
  });
  await get('/health');
  const before = answered;
  await Promise.all(reads);
  agent.destroy();
  return before;
}

describe('a burst of new connections', () => {
  it('does not delay a health check until the requests on them are answered', async () => {
    const bursts: number[] = [];
    for (let n = 0; n < BURSTS; n++) bursts.push(await answeredBeforeHealth(NEVER_SHED));
    // Of several bursts: on a busy machine one can take longer than connections have precedence.
    expect(Math.min(...bursts)).toBeLessThan(NEVER_SHED / 2);
  });
});
