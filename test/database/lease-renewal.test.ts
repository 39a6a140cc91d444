import { setTimeout as delay } from 'node:timers/promises';
import type { QueryRunner } from 'typeorm';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { migrate, openEngine, type Engine } from '../support/internals.js';

let database: FreshDatabase;
let engine: Engine;
beforeEach(async () => {
  database = await freshDatabase();
  engine = await openEngine(database.url);
  await migrate(engine);
});
afterEach(async () => {
  await engine.close();
  await database.drop();
});

interface Lease {
  owner: string;
  renewals: number | string;
}
const lease = async () => {
  const [row] = await engine.dataSource.query<Lease[]>('SELECT * FROM migration_lease');
  return { owner: row?.owner, renewals: Number(row?.renewals) };
};

describe('a migration that takes longer than a lease', () => {
  it('has its lease renewed by the same instance while it runs', async () => {
    const seen: Awaited<ReturnType<typeof lease>>[] = [];
    const slow = {
      name: 'Slow9999999999999',
      up: async (_: QueryRunner) => {
        seen.push(await lease());
        const [first] = seen;
        for (;;) {
          const now = await lease();
          if (now.renewals > (first?.renewals ?? NaN)) return void seen.push(now);
          await delay(100);
        }
      },
      down: () => Promise.resolve(),
    };
    engine.dataSource.migrations.push(slow);
    await migrate(engine);
    expect(seen).toHaveLength(2);
    expect(seen[0]?.owner).not.toBe('');
    expect(seen[1]?.owner).toBe(seen[0]?.owner);
    expect((await lease()).owner).toBe('');
  });
});
