import { setTimeout as delay } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { QueryRunner } from 'typeorm';
import { readConfig } from '../../src/config/config.js';
import { createEngine } from '../../src/engines/create-engine.js';
import type { Engine } from '../../src/database/engine.js';
import { migrate } from '../../src/engines/migrate.js';
import { schema as declared } from '../../src/schema.js';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { IS_SERVER } from '../support/environment.js';
import { addOldEvents } from '../support/old-events.js';

let database: FreshDatabase;
let engine: Engine;
beforeAll(() => {
  Logger.overrideLogger(false);
});
beforeEach(async () => {
  database = await freshDatabase();
  const config = readConfig({ DATABASE_URL: database.url, SECRET_KEY: 'k'.repeat(40) });
  engine = await createEngine(config.database, declared);
  await engine.open();
});
afterEach(async () => {
  await engine.close();
  await database.drop();
});

const sql = <Row>(text: string) => engine.dataSource.query<Row[]>(text);
/** Every table with its columns, indexes and foreign keys. */
async function schema() {
  const runner = engine.dataSource.createQueryRunner();
  const names = engine.dataSource.entityMetadatas.map(({ tableName }) => tableName).sort();
  const tables = await runner.getTables(names).finally(() => runner.release());
  return tables
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ columns, indices, foreignKeys, name }) => ({
      name: name.split('.').at(-1),
      columns: columns
        .map((column) => `${column.name} ${column.type} ${String(column.isNullable)}`)
        .sort(),
      // TypeORM reads the columns of an index from MySQL in no certain order.
      indices: indices.map((index) => [index.name, ...index.columnNames.sort()].join()).sort(),
      foreignKeys: foreignKeys.map((key) => [key.name, ...key.columnNames].join()).sort(),
    }));
}

const SCHEMA_CHANGE = /^\s*(CREATE (TABLE|INDEX|UNIQUE)|DROP INDEX)/i;

/**
 * As a killed process: lets `count` of these statements pass and rejects every later one. The result ends this and
 * returns how many such statements there were.
 */
function interruptAfter(count: number, statements = SCHEMA_CHANGE): () => number {
  const { dataSource } = engine;
  const create = dataSource.createQueryRunner.bind(dataSource);
  let passed = 0;
  dataSource.createQueryRunner = (mode) => {
    const runner = create(mode);
    const query = runner.query.bind(runner) as (...args: unknown[]) => Promise<unknown>;
    runner.query = ((text: string, ...rest: unknown[]) => {
      const isChange = statements.test(text) && !/migration/.test(text);
      if (isChange && ++passed > count) return Promise.reject(new Error('cut off'));
      return query(text, ...rest);
    }) as QueryRunner['query'];
    return runner;
  };
  return () => {
    dataSource.createQueryRunner = create;
    return passed;
  };
}

/** How many statements of the migrations change the schema: a server creates the indexes with their table. */
const CHANGES = IS_SERVER ? 40 : 95;

const LAST = declared.migrations.at(-1)?.name ?? '';

describe('an interrupted migration', () => {
  it.each([0, 1, 2, 6, 15, 30, 44].filter((n) => n < CHANGES - 1).concat(CHANGES - 1))(
    'is completed by the next start after %p changes',
    async (count) => {
      const restore = interruptAfter(count);
      await expect(migrate(engine)).rejects.toThrow('cut off');
      restore();
      await migrate(engine);
      const completed = await schema();
      const other = await freshDatabase();
      const whole = await createEngine(
        readConfig({ DATABASE_URL: other.url, SECRET_KEY: 'k'.repeat(40) }).database,
        declared,
      );
      await whole.open();
      await migrate(whole);
      const broken = engine;
      engine = whole;
      expect(completed).toEqual(await schema());
      engine = broken;
      await whole.close();
      await other.drop();
    },
  );

  it('makes exactly CHANGES changes if it is not interrupted', async () => {
    const restore = interruptAfter(Infinity);
    await migrate(engine);
    expect(restore()).toBe(CHANGES);
  });

  it.each(declared.migrations.map(({ name }, index) => [name, index + 1]))(
    'can run again if it was interrupted before it was recorded: %s',
    async (name, count) => {
      Object.assign(engine.dataSource, {
        migrations: engine.dataSource.migrations.slice(0, count),
      });
      await migrate(engine);
      const before = await schema();
      await sql(`DELETE FROM migrations WHERE name = '${name}'`);
      await migrate(engine);
      expect(await schema()).toEqual(before);
    },
  );
});

describe('a migration that changes all rows of a large table', () => {
  /** Runs the pending migrations until `count` ranges are changed. Returns how many ranges they began. */
  async function changeRanges(count: number): Promise<number> {
    const restore = interruptAfter(count, /^UPDATE events SET/);
    const outcome = await migrate(engine).then(
      () => 'completed',
      (error: unknown) => (error instanceof Error ? error.message : error),
    );
    expect(outcome).toBe(count === Infinity ? 'completed' : 'cut off');
    return restore();
  }
  const audiences = async () =>
    (await sql<{ audience: number }>('SELECT audience FROM events ORDER BY id')).map(
      ({ audience }) => audience,
    );
  const changed = (rows: number) => Array.from({ length: 2_500 }, (_, n) => (n < rows ? 5 : 0));

  it('goes on at the first row that an interrupted run has not changed, 1,000 rows at a time', async () => {
    const { migrations } = engine.dataSource;
    Object.assign(engine.dataSource, { migrations: migrations.slice(0, 2) });
    await migrate(engine);
    Object.assign(engine.dataSource, { migrations });
    await addOldEvents(engine.dataSource, 2_500);
    await changeRanges(1);
    expect(await audiences()).toEqual(changed(1_000));
    await changeRanges(1);
    expect(await audiences()).toEqual(changed(2_000));
    expect(await changeRanges(Infinity)).toBe(1);
    expect(await audiences()).toEqual(changed(2_500));
    await sql("DELETE FROM migrations WHERE name LIKE 'ListsOfVisibleRows%'");
    expect(await changeRanges(Infinity)).toBe(0);
  });
});

describe('the lease of a migration', () => {
  const lease = (owner: string, renewals: number) =>
    sql(`UPDATE migration_lease SET owner = '${owner}', renewals = ${renewals}`);
  const owners = () => sql('SELECT owner FROM migration_lease');
  /** Makes the last migration pending. */
  const unapply = () => sql(`DELETE FROM migrations WHERE name = '${LAST}'`);
  beforeEach(() => migrate(engine));

  it('is taken over from a process that died, whatever its clock was', async () => {
    await unapply();
    await lease('somebody who died', 7);
    await migrate(engine);
    expect(await owners()).toEqual([{ owner: '' }]);
    expect(await sql('SELECT name FROM migrations')).toContainEqual({ name: LAST });
  });

  it('is waited for while its process renews it', async () => {
    await unapply();
    await lease('somebody', 1);
    let hasMigrated = false;
    const migrating = migrate(engine).then(() => (hasMigrated = true));
    for (let renewals = 2; renewals < 14; renewals++) {
      await delay(500);
      await lease('somebody', renewals);
    }
    expect([hasMigrated, await owners()]).toEqual([false, [{ owner: 'somebody' }]]);
    await lease('', 14);
    await migrating;
  });

  it('is not needed if nothing is pending', async () => {
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
    await sql("INSERT INTO migrations (timestamp, name) VALUES (9999999999999, 'Future')");
    await sql('UPDATE schema_compatibility SET oldest_migration = 9999999999999');
    await lease('somebody', 1);
    await expect(migrate(engine)).rejects.toThrow('newer');
    expect(await owners()).toEqual([{ owner: 'somebody' }]);
  });

  it('is released if the migration failed', async () => {
    await unapply();
    const up = () => Promise.reject(new Error('cannot migrate'));
    const failing = { name: 'Failing9999999999999', up, down: up };
    engine.dataSource.migrations.push(failing);
    await expect(migrate(engine)).rejects.toThrow('cannot migrate');
    expect(await owners()).toEqual([{ owner: '' }]);
    engine.dataSource.migrations.pop();
    await migrate(engine);
  });
});
