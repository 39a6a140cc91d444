import { setTimeout as delay } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { QueryRunner } from 'typeorm';
import { readConfig } from '../../src/base/config/config.js';
import { createEngine } from '../../src/database/engines/create-engine.js';
import type { Engine } from '../../src/database/engine.js';
import { migrate, type AdditiveMigration } from '../../src/database/engines/migrate.js';
import { dialect } from '../../src/database/migrations/dialect.js';
import { schema as declared } from '../../src/app/schema.js';
import { freshDatabase, type FreshDatabase } from '../support/database.js';

/** A migration of the next version: a table, a column and an index. */
class NextVersion1999000000000 implements AdditiveMigration {
  readonly isAdditive = true;
  name = 'NextVersion1999000000000';

  async up(runner: QueryRunner): Promise<void> {
    const changes = dialect(runner);
    const columns = '{id}, title {varchar:255} NOT NULL';
    await changes.createTable({
      name: 'next_things',
      columns,
      indexes: { next_things_title: 'title' },
    });
    await changes.addColumn('issues', 'next_thing_id', '{bigint}');
    await changes.addIndex('issues', 'issues_next_thing', 'next_thing_id');
  }

  async down(): Promise<void> {}
}
const schema = { ...declared, migrations: [...declared.migrations, NextVersion1999000000000] };

let database: FreshDatabase;
let engine: Engine;
async function open(): Promise<void> {
  database = await freshDatabase();
  const config = readConfig({ DATABASE_URL: database.url, SECRET_KEY: 'k'.repeat(40) });
  engine = await createEngine(config.database, schema);
  await engine.open();
}
async function close(): Promise<void> {
  await engine.close();
  await database.drop();
}
/** Goes on with an empty database. */
async function reopen(): Promise<void> {
  await close();
  await open();
}
beforeAll(() => {
  Logger.overrideLogger(false);
});
beforeEach(open);
afterEach(close);

const sql = <Row>(text: string) => engine.dataSource.query<Row[]>(text);
/** Every table with its columns, indexes and foreign keys. */
async function tables() {
  const runner = engine.dataSource.createQueryRunner();
  const names = engine.dataSource.entityMetadatas.map(({ tableName }) => tableName);
  const found = await runner.getTables([...names, 'next_things']).finally(() => runner.release());
  return found
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

const SCHEMA_CHANGE = /^\s*(CREATE (TABLE|INDEX|UNIQUE)|ALTER TABLE)/i;

/**
 * As a killed process: lets `count` of these statements pass and rejects every later one. The result ends this and
 * returns how many such statements there were.
 */
function interruptAfter(count: number): () => number {
  const { dataSource } = engine;
  const create = dataSource.createQueryRunner.bind(dataSource);
  let passed = 0;
  dataSource.createQueryRunner = (mode) => {
    const runner = create(mode);
    const query = runner.query.bind(runner) as (...args: unknown[]) => Promise<unknown>;
    runner.query = ((text: string, ...rest: unknown[]) => {
      const isChange = SCHEMA_CHANGE.test(text) && !/migration/.test(text);
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

const LAST = schema.migrations.at(-1)?.name ?? '';

describe('an interrupted migration', () => {
  it.each([0, 0.1, 0.3, 0.5, 0.7, 0.9, 1])(
    'is completed by the next start after this part of its changes: %p',
    async (part) => {
      const restore = interruptAfter(Infinity);
      await migrate(engine);
      const changes = restore();
      expect(changes).toBeGreaterThan(schema.entities.length);
      const whole = await tables();
      await reopen();
      const finish = interruptAfter(Math.round((changes - 1) * part));
      await expect(migrate(engine)).rejects.toThrow('cut off');
      finish();
      await migrate(engine);
      expect(await tables()).toEqual(whole);
    },
  );

  it.each(schema.migrations.map(({ name }, index) => [name, index + 1]))(
    'can run again if it was interrupted before it was recorded: %s',
    async (name, count) => {
      Object.assign(engine.dataSource, {
        migrations: engine.dataSource.migrations.slice(0, count),
      });
      await migrate(engine);
      const before = await tables();
      await sql(`DELETE FROM migrations WHERE name = '${name}'`);
      await migrate(engine);
      expect(await tables()).toEqual(before);
    },
  );
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
