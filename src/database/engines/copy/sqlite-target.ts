import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { CannotStart } from '../../../base/config/cannot-start.js';
import type { DatabaseConfig } from '../../../base/config/config.js';
import type { Engine } from '../../engine.js';
import type { Schema } from '../schema.js';
import { SqliteConnection } from '../sqlite-connection.js';
import { buildSchema, schemaOf } from './build-schema.js';
import type { CopyTarget } from './copy-target.js';
import { refusedRow } from './damaged-source.js';
import type { CopiedTable, Row, Snapshot } from './snapshot.js';
import { SqliteSnapshot } from './sqlite-snapshot.js';

type SqliteConfig = Extract<DatabaseConfig, { kind: 'sqlite' }>;

/** Fills a file beside the final one, which gets its name at the end. */
export class SqliteTarget implements CopyTarget {
  private constructor(
    private readonly database: SqliteConfig,
    private readonly draft: SqliteConfig,
    private readonly schema: Schema,
    private readonly connection: SqliteConnection,
    /** Call it when the draft is gone or has its final name. */
  ) {}

  static async create(
    database: SqliteConfig,
    schema: Schema,
    migrations: string[],
  ): Promise<SqliteTarget> {
    const { path } = database;
    requireUnused(path);
    // A name of its own: another restore to the same file may run.
    const draft = { ...database, path: `${path}.restoring-${process.pid}` };
    remove(draft.path);
    await buildSchema(draft, schemaOf(schema, migrations)).catch((error: unknown) => {
      remove(draft.path);
      throw error;
    });
    const connection = new SqliteConnection(draft.path);
    // Tables come in the order of their names. A copy that breaks off is thrown away.
    connection.pragma('foreign_keys = OFF');
    connection.pragma('synchronous = OFF');
    connection.pragma('journal_mode = OFF');
    return new SqliteTarget(database, draft, schema, connection);
  }

  async insert({ name, columns, nextId }: CopiedTable, rows: AsyncIterable<Row>): Promise<number> {
    const list = columns.map((column) => `"${column}"`).join(', ');
    const places = columns.map(() => '?').join(', ');
    const insert = this.connection.fixed(`INSERT INTO "${name}" (${list}) VALUES (${places})`);
    let inserted = 0;
    this.connection.fixed('BEGIN').run();
    for await (const row of rows) {
      try {
        insert.run(...row);
      } catch (error) {
        throw refusedRow(name, error);
      }
      inserted++;
    }
    this.connection.fixed('DELETE FROM sqlite_sequence WHERE name = ?').run(name);
    this.connection
      .fixed('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)')
      .run(name, nextId - 1);
    this.connection.fixed('COMMIT').run();
    return inserted;
  }

  snapshot(): Promise<Snapshot> {
    return SqliteSnapshot.open(this.draft.path);
  }

  async finish(complete: (engine: Engine) => Promise<void>): Promise<void> {
    this.connection.close();
    // Also writes the file to the disk, with the settings of the service.
    await buildSchema(this.draft, this.schema, complete);
    // A service may have started on it meanwhile.
    requireUnused(this.database.path);
    renameSync(this.draft.path, this.database.path);
    remove(this.draft.path);
  }

  discard(): Promise<void> {
    try {
      this.connection.close();
    } catch {
      // It is closed already.
    }
    remove(this.draft.path);
    return Promise.resolve();
  }
}

/** The logs of another database must not stay either: SQLite would apply them to the new file. */
function requireUnused(path: string): void {
  const isEmpty = (statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0;
  const left = ['-wal', '-shm', '-journal'].filter((suffix) => existsSync(path + suffix));
  if (isEmpty && left.length === 0) return;
  const names = [...(isEmpty ? [] : [path]), ...left.map((suffix) => path + suffix)].join(', ');
  throw new CannotStart(
    `The database must be empty, but ${names} exists: move ${path} and the files -wal and -shm beside it away, or name another file.`,
  );
}

function remove(path: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(path + suffix, { force: true });
}
