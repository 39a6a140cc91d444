import { readdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { startForge, type Forge } from '../support/app.js';
import { reusedDatabase, type ReusedDatabase } from '../support/reused-database.js';
import { databaseOf, engineOf, openEngine, statement } from '../support/internals.js';

let database: ReusedDatabase;
let file: string;
beforeEach(async () => {
  database = await reusedDatabase();
  file = database.url.replace('sqlite:', '');
});
afterEach(() => database.drop());

const start = () => startForge({ DATABASE_URL: database.url });
const files = async () => (await readdir(dirname(file))).sort();
const create = (forge: Forge, name: string) => forge.root.post('/projects', { name });

/** Reads the main file alone. */
function projectsIn(path: string): unknown {
  const connection = new DatabaseSync(path, { readOnly: true });
  const row: unknown = connection.prepare('SELECT count(*) AS count FROM projects').get();
  connection.close();
  return row;
}

describe('a service that stops', () => {
  it('leaves everything in the database file, and no other file', async () => {
    const forge = await start();
    expect((await create(forge, 'kept')).status).toBe(201);
    expect(await files()).toEqual(
      ['', '-shm', '-wal'].map((suffix) => `forgenote.sqlite${suffix}`),
    );
    await forge.close();
    expect(await files()).toEqual(['forgenote.sqlite']);
    expect(projectsIn(file)).toEqual({ count: 1 });
  });

  it('leaves the log to another process that uses the file', async () => {
    const forge = await start();
    const other = new DatabaseSync(file);
    const count = (): unknown => other.prepare('SELECT count(*) AS count FROM projects').get();
    expect(count()).toEqual({ count: 0 });
    expect((await create(forge, 'kept')).status).toBe(201);
    await forge.close();
    expect(await files()).toHaveLength(3);
    expect(count()).toEqual({ count: 1 });
    other.close();
  });

  it('does not touch a file that took the place of its own', async () => {
    const forge = await start();
    await rename(file, `${file}.away`);
    const newer = await openEngine(database.url);
    await newer.dataSource.query('CREATE TABLE things (id INTEGER PRIMARY KEY)');
    await forge.close();
    expect(await files()).toContain('forgenote.sqlite-wal');
    expect(await newer.dataSource.query('SELECT * FROM things')).toEqual([]);
    await newer.close();
    await rm(`${file}.away`);
  });

  it('rejects later reads and writes as unavailable, and does not open the file again', async () => {
    const forge = await start();
    const [closed, engine] = [databaseOf(forge), engineOf(forge)];
    await forge.app.close();
    const query = statement('SELECT 1 AS one');
    const failures = await Promise.all(
      [
        engine.read(query, {}, 1_000),
        engine.ping(1_000),
        engine.write(statement('DELETE FROM notes'), {}, 1_000),
        engine.dataSource.query('SELECT 1'),
      ].map((attempt) =>
        attempt.then(
          () => null,
          (error: unknown) => engine.classify(error),
        ),
      ),
    );
    expect(failures).toEqual(failures.map(() => ({ kind: 'unavailable' })));
    await expect(closed.row(query)).rejects.toThrow('The database does not respond');
    expect(await files()).toEqual(['forgenote.sqlite']);
  });
});
