import { Logger } from '@nestjs/common';
import type { AdditiveMigration } from '../../src/database/engines/migrate.js';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { migrate, openEngine, type Engine } from '../support/internals.js';

/** Longer than a lease lasts that nobody renews. */
const ABANDONED_MS = 4_001;

/** Pending at the start of each test, unless it says otherwise. */
class Pending1999000000000 implements AdditiveMigration {
  readonly isAdditive = true;
  name = 'Pending1999000000000';
  async up(): Promise<void> {}
  async down(): Promise<void> {}
}
const PENDING = 'Pending1999000000000';

let database: FreshDatabase;
let engine: Engine;
beforeAll(async () => {
  Logger.overrideLogger(false);
  database = await freshDatabase();
  engine = await openEngine(database.url);
  engine.dataSource.migrations.push(new Pending1999000000000());
  await migrate(engine);
});
beforeEach(async () => {
  // Creates the lease again if a test has dropped it.
  await unapply();
  await migrate(engine);
  await unapply();
});
afterAll(async () => {
  await engine.close();
  await database.drop();
});

const sql = <Row>(text: string) => engine.dataSource.query<Row[]>(text);
const unapply = () => sql(`DELETE FROM migrations WHERE name = '${PENDING}'`);
const lease = (owner: string, renewals: number) =>
  sql(`UPDATE migration_lease SET owner = '${owner}', renewals = ${renewals}`);
const owners = () => sql('SELECT owner FROM migration_lease');
const isPending = async () =>
  (await sql(`SELECT name FROM migrations WHERE name = '${PENDING}'`)).length === 0;

/** Stops the clock that measures how long a lease was not renewed. */
function stopClock(): { advance: (ms: number) => void; resume: () => void } {
  let now = performance.now();
  performance.now = () => now;
  return {
    advance: (ms) => (now += ms),
    resume: () => Reflect.deleteProperty(performance, 'now'),
  };
}

/** Resolves when a process that waits for the lease has looked at it once more. */
function lookedAt(): Promise<void> {
  const { dataSource } = engine;
  const query = dataSource.query.bind(dataSource) as (text: string) => Promise<never>;
  return new Promise((resolve) => {
    dataSource.query = async (text: string) => {
      const isLook = text.startsWith('SELECT owner, renewals');
      const rows = await query(text);
      if (isLook) {
        Reflect.deleteProperty(dataSource, 'query');
        resolve();
      }
      return rows;
    };
  });
}

describe('the lease of a migration', () => {
  it('is waited for while its process renews it, and taken over from a process that died', async () => {
    const clock = stopClock();
    try {
      await lease('somebody', 1);
      const first = lookedAt();
      const migrating = migrate(engine);
      await first;
      for (let renewals = 2; renewals < 6; renewals++) {
        clock.advance(ABANDONED_MS / 2);
        await lease('somebody', renewals);
        // A look that began before the renewal may be the next one.
        await lookedAt();
        await lookedAt();
      }
      expect([await isPending(), await owners()]).toEqual([true, [{ owner: 'somebody' }]]);
      clock.advance(ABANDONED_MS);
      await migrating;
      expect([await isPending(), await owners()]).toEqual([false, [{ owner: '' }]]);
    } finally {
      clock.resume();
    }
  });

  it('is taken at once when its process releases it', async () => {
    await lease('somebody', 1);
    const first = lookedAt();
    const migrating = migrate(engine);
    await first;
    await lease('', 2);
    await migrating;
    expect([await isPending(), await owners()]).toEqual([false, [{ owner: '' }]]);
  });

  it('is not needed if nothing is pending', async () => {
    await migrate(engine);
    await lease('somebody', 1);
    await migrate(engine);
    expect(await owners()).toEqual([{ owner: 'somebody' }]);
    await sql('DROP TABLE migration_lease');
    await migrate(engine);
    await expect(owners()).rejects.toThrow('migration_lease');
  });

  it('can be renewed between two statements of the migration', async () => {
    const migrating = engine.dataSource.createQueryRunner();
    const owner = async () =>
      (await sql<{ owner: string }>('SELECT owner FROM migration_lease'))[0]?.owner;
    try {
      await migrating.query("UPDATE migration_lease SET owner = 'one'");
      await lease('another', 1);
      expect(await owner()).toBe('another');
      await migrating.query("UPDATE migration_lease SET owner = ''");
      expect(await owner()).toBe('');
    } finally {
      await migrating.release();
    }
  });

  it('is not taken by a program that is older than the database', async () => {
    const [before] = await sql<{ oldest: number | string }>(
      'SELECT oldest_migration AS oldest FROM schema_compatibility',
    );
    await sql("INSERT INTO migrations (timestamp, name) VALUES (9999999999999, 'Future')");
    await sql('UPDATE schema_compatibility SET oldest_migration = 9999999999999');
    await lease('somebody', 1);
    await expect(migrate(engine)).rejects.toThrow('newer');
    expect(await owners()).toEqual([{ owner: 'somebody' }]);
    await lease('', 2);
    await sql("DELETE FROM migrations WHERE name = 'Future'");
    await sql(`UPDATE schema_compatibility SET oldest_migration = ${before?.oldest ?? 'NULL'}`);
  });

  it('is released if the migration failed', async () => {
    const up = () => Promise.reject(new Error('cannot migrate'));
    engine.dataSource.migrations.push({ name: 'Failing9999999999999', up, down: up });
    await expect(migrate(engine)).rejects.toThrow('cannot migrate');
    engine.dataSource.migrations.pop();
    expect(await owners()).toEqual([{ owner: '' }]);
  });
});
