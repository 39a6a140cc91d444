import { existsSync } from 'node:fs';
import { CannotStart } from '../../../base/config/cannot-start.js';
import { migrationTime } from '../../schema-version.js';
import { requireForgenote } from '../require-forgenote.js';
import { SqliteConnection } from '../sqlite-connection.js';
import { isCopied } from './copied-tables.js';
import type { BrokenReference, CopiedTable, Row, Snapshot } from './snapshot.js';

/** A read transaction: in the write-ahead log, it and the writers do not wait for each other. */
export class SqliteSnapshot implements Snapshot {
  private constructor(
    private readonly connection: SqliteConnection,
    readonly migrations: string[],
    readonly tables: CopiedTable[],
  ) {}

  static open(path: string): Promise<SqliteSnapshot> {
    return new Promise((resolve) => {
      if (!existsSync(path))
        throw new CannotStart(`The database ${path} does not exist: correct DATABASE_URL.`);
      const connection = new SqliteConnection(path);
      try {
        requireForgenote(connection, path);
        connection.fixed('BEGIN').run();
        const [migrations, tables] = [readMigrations(connection), readTables(connection)];
        resolve(new SqliteSnapshot(connection, migrations, tables));
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

  close(): Promise<void> {
    this.connection.rollBack();
    this.connection.close();
    return Promise.resolve();
  }
}

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
