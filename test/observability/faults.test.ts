import { setTimeout as delay } from 'node:timers/promises';
import { RequestScope } from '../../src/database/request-scope.js';
import { ProcessMetrics } from '../../src/operations/observability/process-metrics.js';
import { startForge, type Forge } from '../support/app.js';
import { holdWorker, setRowsPerUnit } from '../support/deletions.js';
import { IS_SERVER } from '../support/environment.js';
import { conflict, databaseOf, statement } from '../support/internals.js';
import { Scrape } from '../support/scrape.js';

const metrics = new ProcessMetrics();
const scrape = async () => new Scrape(await metrics.collect());
let forge: Forge;
beforeAll(async () => {
  forge = await startForge({ DATABASE_POOL: '4' }, (app) => {
    metrics.attach(app);
  });
});
afterAll(() => forge.close());

const COUNT = statement<{ n: number }>('SELECT COUNT(*) AS n FROM users');

/** Starts transactions that stay open until the returned function is called. */
function openTransactions(count: number, partition: (n: number) => string): () => Promise<void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const units = Array.from({ length: count }, (_, n) =>
    databaseOf(forge).unit(new RequestScope(60_000, partition(n)), async (unit) => {
      await unit.row(COUNT);
      await released;
    }),
  );
  return async () => {
    release();
    await Promise.all(units);
  };
}

/** Scrapes until the pool has these values. */
async function poolHas(expected: { limit: number; busy: number; waiting: number }): Promise<void> {
  const writes = { pool: 'writes' };
  for (;;) {
    const now = await scrape();
    const found = {
      limit: now.sum('forgenote_database_connections_limit', writes),
      busy: now.sum('forgenote_database_connections', { ...writes, state: 'busy' }),
      waiting: now.sum('forgenote_database_connection_waiters', writes),
    };
    if (JSON.stringify(found) === JSON.stringify(expected)) return;
    await delay(20);
  }
}

describe('the metrics', () => {
  it('count the connections in use, and who waits for one', async () => {
    const close = openTransactions(6, String);
    await poolHas(
      IS_SERVER ? { limit: 4, busy: 4, waiting: 2 } : { limit: 1, busy: 1, waiting: 5 },
    );
    await close();
    await poolHas(
      IS_SERVER ? { limit: 4, busy: 0, waiting: 0 } : { limit: 1, busy: 0, waiting: 0 },
    );
  });

  it('count requests that wait because others use the same resource', async () => {
    const close = openTransactions(6, () => 'the same');
    await poolHas(
      IS_SERVER ? { limit: 4, busy: 2, waiting: 4 } : { limit: 1, busy: 1, waiting: 5 },
    );
    await close();
  });

  it('count units of work that run again', async () => {
    const again = 'forgenote_database_repetitions_total';
    const before = (await scrape()).sum(again);
    let attempts = 0;
    await databaseOf(forge).unit(RequestScope.background, () =>
      ++attempts <= 3 ? Promise.reject(conflict()) : Promise.resolve(),
    );
    const now = await scrape();
    expect(now.sum(again) - before).toBe(3);
    expect(now.sum(again, { reason: 'conflict' })).toBe(now.sum(again));
  });

  it('count deletions in progress', async () => {
    const user = await forge.seed.user();
    const project = await forge.seed.project(user);
    setRowsPerUnit(forge, 0);
    const finish = holdWorker(forge);
    expect((await forge.root.delete(`/projects/${project.id}`)).status).toBe(200);
    expect((await scrape()).sum('forgenote_deletions_in_progress')).toBe(1);
    await finish();
    expect((await scrape()).sum('forgenote_deletions_in_progress')).toBe(0);
  });
});
