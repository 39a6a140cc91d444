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

describe('an interrupted migration', () => {
  let changes: number;
  let whole: Awaited<ReturnType<typeof tables>>;
  beforeAll(async () => {
    await open();
    const restore = interruptAfter(Infinity);
    await migrate(engine);
    changes = restore();
    expect(changes).toBeGreaterThan(schema.entities.length);
    whole = await tables();
    await close();
  });

  it.each([0, 0.1, 0.3, 0.5, 0.7, 0.9, 1])(
    'is completed by the next start after this part of its changes: %p',
    async (part) => {
      const finish = interruptAfter(Math.round((changes - 1) * part));
      await expect(migrate(engine)).rejects.toThrow('cut off');
      finish();
      await migrate(engine);
      expect(await tables()).toEqual(whole);
    },
  );

  it('can run again if it was interrupted before it was recorded', async () => {
    const { migrations } = engine.dataSource;
    for (let count = 1; count <= migrations.length; count++) {
      Object.assign(engine.dataSource, { migrations: migrations.slice(0, count) });
      await migrate(engine);
      const before = await tables();
      const { name } = schema.migrations[count - 1] ?? {};
      await sql(`DELETE FROM migrations WHERE name = '${name ?? ''}'`);
      await migrate(engine);
      expect([name, await tables()]).toEqual([name, before]);
    }
  });
});
