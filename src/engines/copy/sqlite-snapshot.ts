import { existsSync } from 'node:fs';
import { CannotStart } from '../../config/cannot-start.js';
import { migrationTime } from '../../database/schema-version.js';
import { requireForgenote } from '../require-forgenote.js';
import { SqliteConnection, writeObstacle } from '../sqlite-connection.js';
import { BUSY, LOCKED, primaryCodeOf } from '../sqlite-error-classes.js';
import { isCopied } from './copied-tables.js';
import type { BrokenReference, CopiedTable, Row, Snapshot } from './snapshot.js';

/** A read transaction: in the write-ahead log, it and the writers do not wait for each other. */
export class SqliteSnapshot implements Snapshot {
  private constructor(
    private readonly path: string,
    private readonly connection: SqliteConnection,
    readonly migrations: string[],
    readonly tables: CopiedTable[],
    /** Of `dataVersion`. */
    private readonly version: unknown,
  ) {}

  static open(path: string, setting?: string): Promise<SqliteSnapshot> {
    return new Promise((resolve) => {
      if (!existsSync(path))
        throw new CannotStart(`The database ${path} does not exist: correct its address.`);
      const connection = new SqliteConnection(path);
      try {
        requireForgenote(connection, path, setting);
        connection.fixed('BEGIN').run();
        const [migrations, tables] = [readMigrations(connection), readTables(connection)];
        resolve(new SqliteSnapshot(path, connection, migrations, tables, dataVersion(connection)));
      } catch (error) {
        connection.close();
        throw error;
      }
    });
  }

  async *rows({ name, columns }: CopiedTable): AsyncIterable<Row> {
    const list = columns.map((column) => `"${column}"`).join(', ');
    // One row at a time: a table can be larger than the memory.
    const rows = this.connection.fixed(`SELECT ${list} FROM "${name}" ORDER BY id`).iterate();
    for (const row of rows as Iterable<Record<string, Row[number]>>) {
      // The generator must be asynchronous, as that of a server is.
      yield await Promise.resolve(columns.map((column) => row[column] ?? null));
    }
  }

  brokenReferences(tables: CopiedTable[]): Promise<BrokenReference[]> {
    return new Promise((resolve) => {
      const broken = this.connection.fixed(
        'SELECT ? AS "table", parent, COUNT(*) AS "rows" FROM pragma_foreign_key_check(?) GROUP BY parent ORDER BY parent',
      );
      resolve(tables.flatMap(({ name }) => broken.all(name, name) as BrokenReference[]));
    });
  }

  /** Only the last connection to a file can leave the write-ahead log. This can change the header of the file. */
  isInUse(): Promise<boolean> {
    return new Promise((resolve) => {
      this.connection.rollBack();
      resolve(!this.leaveLog());
    });
  }

  isOutdated(): Promise<boolean> {
    return new Promise((resolve) => {
      this.connection.rollBack();
      resolve(dataVersion(this.connection) !== this.version);
    });
  }

  /** False if another connection keeps the file from it. */
  private leaveLog(): boolean {
    try {
      const [row] = this.connection.pragma('journal_mode = DELETE');
      return row?.['journal_mode'] === 'delete';
    } catch (error) {
      const code = primaryCodeOf(error);
      if (code === BUSY || code === LOCKED) return false;
      // SQLite cannot lock a file that can only be read, and reports that as an I/O error.
      const obstacle = writeObstacle(this.path);
      if (obstacle === undefined) throw error;
      // Nobody writes to a read-only file system, so no later write can be lost.
      if (obstacle === 'EROFS') return true;
      throw new CannotStart(
        `This account cannot write to the database ${this.path} (${obstacle}), and so cannot see whether a service uses it: ` +
          'run this as the account of the service.',
      );
    }
  }

  close(): Promise<void> {
    this.connection.rollBack();
    this.connection.close();
    return Promise.resolve();
  }
}

/** A number that changes when another connection has changed the file. */
const dataVersion = (connection: SqliteConnection): unknown =>
  connection.pragma('data_version')[0]?.['data_version'];

function readMigrations(connection: SqliteConnection): string[] {
  if (!hasTable(connection, 'migrations')) return [];
  const rows = connection.fixed('SELECT name FROM migrations').all() as { name: string }[];
  return rows.map(({ name }) => name).sort((a, b) => migrationTime(a) - migrationTime(b));
}

function readTables(connection: SqliteConnection): CopiedTable[] {
  const tables = connection
    .fixed("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    .all() as { name: string }[];
  const columns = connection.fixed('SELECT name FROM pragma_table_info(?)');
  return tables
    .filter(({ name }) => isCopied(name))
    .map(({ name }) => ({
      name,
      columns: (columns.all(name) as { name: string }[]).map((column) => column.name),
      nextId: nextId(connection, name),
    }));
}

function nextId(connection: SqliteConnection, table: string): number {
  const row = connection.fixed('SELECT seq FROM sqlite_sequence WHERE name = ?').get(table);
  return ((row as { seq: number } | undefined)?.seq ?? 0) + 1;
}

const hasTable = (connection: SqliteConnection, name: string): boolean =>
  connection.fixed("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(name) !==
  undefined;
