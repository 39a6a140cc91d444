import { DataSource, type QueryRunner } from 'typeorm';
import { NewerDatabase } from '../../src/database/engines/pending-migrations.js';
import { startForge, type Forge } from '../support/app.js';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { engineOf, migrate, openEngine, sql, type Engine } from '../support/internals.js';

const FUTURE = 'Future9999999999999';

/** The same engine with a migration of a newer program. */
function withFuture(engine: Engine, more: object = {}): Engine {
  const nothing = () => Promise.resolve();
  engine.dataSource.migrations.push({
    name: FUTURE,
    up: nothing,
    down: nothing,
    ...more,
  });
  return engine;
}

/** What would have to be done to make the tables what the entities say. */
async function missing({ dataSource }: Engine): Promise<string[]> {
  const { options } = dataSource;
  // TypeORM reads the column defaults of a MariaDB rightly only under MariaDB's own type.
  const reader =
    options.type === 'mysql' ? new DataSource({ ...options, type: 'mariadb' }) : dataSource;
  if (reader !== dataSource) await reader.initialize();
  const { upQueries } = await reader.driver.createSchemaBuilder().log();
  if (reader !== dataSource) await reader.destroy();
  return upQueries.map(({ query }) => query);
}

describe('an empty database', () => {
  it('gets the tables of the entities, once, from two instances that start together', async () => {
    const database = await freshDatabase();
    const [engine, second] = [await openEngine(database.url), await openEngine(database.url)];
    expect(await missing(engine)).not.toEqual([]);
    await Promise.all([migrate(engine), migrate(second)]);
    await second.close();
    const rows = await engine.dataSource.query<{ name: string }[]>('SELECT name FROM migrations');
    expect(rows.map(({ name }) => name)).toEqual([...new Set(rows.map(({ name }) => name))]);
    expect(await missing(engine)).toEqual([]);
    await engine.close();
    await database.drop();
  });
});

describe('the schema', () => {
  let database: FreshDatabase;
  let engine: Engine;
  const query = <Row>(text: string) => engine.dataSource.query<Row[]>(text);
  beforeAll(async () => {
    database = await freshDatabase();
    engine = await openEngine(database.url);
    await migrate(engine);
  });
  afterAll(async () => {
    await engine.close();
    await database.drop();
  });

  it('can be reverted step by step to nothing, and created again', async () => {
    const { dataSource } = engine;
    for (let n = 0; n < dataSource.migrations.length; n++) await dataSource.undoLastMigration();
    const runner = dataSource.createQueryRunner();
    const left = [];
    for (const { tableName } of dataSource.entityMetadatas)
      if (await runner.hasTable(tableName)) left.push(tableName);
    await runner.release();
    expect(left).toEqual([]);
    await migrate(engine);
    expect(await missing(engine)).toEqual([]);
  });

  it('is refused if it belongs to a build before the first release', async () => {
    const rows = await query<{ id: number; name: string }>('SELECT id, name FROM migrations');
    await query("UPDATE migrations SET name = 'Early1700000000000'");
    await expect(migrate(engine)).rejects.toThrow(
      'The data is of another program, or of Forgenote before 0.1.0 (migrations Early1700000000000), and this version cannot use it: ' +
        'correct DATABASE_URL, or begin with an empty database.',
    );
    for (const { id, name } of rows)
      await query(`UPDATE migrations SET name = '${name}' WHERE id = ${id}`);
  });

  it('is refused if it belongs to a newer version', async () => {
    const [before] = await query<{ oldest: number | string }>(
      'SELECT oldest_migration AS oldest FROM schema_compatibility',
    );
    const newer = withFuture(await openEngine(database.url));
    await migrate(newer);
    await newer.close();
    await expect(migrate(engine)).rejects.toThrow(NewerDatabase);
    await expect(migrate(engine)).rejects.toThrow(/Future9999999999999.*Start the version/);
    await query(`DELETE FROM migrations WHERE name = '${FUTURE}'`);
    await query(`UPDATE schema_compatibility SET oldest_migration = ${before?.oldest ?? 'NULL'}`);
  });
});

describe('a schema that a newer version has migrated', () => {
  let forge: Forge;
  beforeEach(async () => {
    forge = await startForge();
  });
  afterEach(async () => {
    // With the migrations of this version the next forge can have the database.
    await sql(forge, `DELETE FROM migrations WHERE name = '${FUTURE}'`);
    await forge.close();
  });

  const open = () => openEngine(forge.settings.DATABASE_URL);
  const ready = async () => {
    const response = await fetch(`${forge.url}/health/ready`);
    return [response.status, await response.json()];
  };
  const NEWER = '503 Service Unavailable - The database is newer than this program';
  const migrateAs = async (newer: Engine) => {
    await migrate(newer).finally(() => newer.close());
  };

  it('makes a running service not ready, and every request 503', async () => {
    await migrateAs(withFuture(await open()));
    expect(await ready()).toEqual([503, { message: NEWER }]);
    const { status, body } = await forge.root.get('/projects');
    expect([status, body]).toEqual([503, { message: NEWER }]);
  });

  it('makes requests 503 at once if a column is missing', async () => {
    const rename = async (runner: QueryRunner) => {
      await runner.query('ALTER TABLE projects RENAME COLUMN description TO details');
    };
    await migrateAs(withFuture(await open(), { up: rename }));
    const { status, body } = await forge.root.get('/projects');
    expect([status, body]).toEqual([503, { message: NEWER }]);
  });

  it('changes nothing for a running service, and lets it start, if the migration is additive', async () => {
    await migrateAs(withFuture(await open(), { isAdditive: true }));
    expect((await ready())[0]).toBe(200);
    await migrateAs(await open());
  });

  it('does not stop the older version if the migration has failed', async () => {
    const failing = withFuture(await open(), {
      up: () => Promise.reject(new Error('cannot migrate')),
    });
    await expect(migrateAs(failing)).rejects.toThrow('cannot migrate');
    expect((await ready())[0]).toBe(200);
    await migrateAs(await open());
  });
});

describe('a running service', () => {
  let forge: Forge;
  beforeAll(async () => {
    forge = await startForge();
  });
  afterAll(() => forge.close());

  it('compares text by code point and stores times as numbers', async () => {
    const { dataSource } = engineOf(forge);
    const [row] = await dataSource.query<{ same: number; at: unknown }[]>(
      "SELECT username_key = 'ROOT' AS same, created_at AS at FROM users",
    );
    expect([row?.same, typeof row?.at]).toEqual([0, 'number']);
  });
});
