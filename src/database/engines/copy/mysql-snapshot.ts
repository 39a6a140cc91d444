import type { Readable } from 'node:stream';
import { createConnection, type Connection } from 'mysql2';
import { migrationTime } from '../../schema-version.js';
import { connectionOptions, type ServerConfig } from '../mysql-connection.js';
import { requireRestored } from '../unfinished-restore.js';
import { isCopied } from './copied-tables.js';
import type { BrokenReference, CopiedTable, Row, Snapshot } from './snapshot.js';

/** Rows that are read ahead of the consumer. One can have 4 MB, and more of them would not be faster. */
const READ_AHEAD = 1;
/** Seconds that the server waits for a consumer which is busy with earlier rows. */
const SEND_TIMEOUT = 3_600;
/** Seconds that a connection may wait for its next statement: a restore compares all rows before the last one. */
export const IDLE_TIMEOUT = 86_400;

interface Reference {
  table: string;
  column: string;
  parent: string;
}

/** A consistent read: InnoDB shows all tables as they were when the transaction began. */
export class MysqlSnapshot implements Snapshot {
  private lost: Error | undefined;
  private stream: Readable | undefined;

  private constructor(
    private readonly connection: Connection,
    readonly migrations: string[],
    readonly tables: CopiedTable[],
  ) {
    // Without a listener, a lost connection would end the process. It can be lost between two tables too.
    connection.on('error', (error: Error) => {
      this.lost ??= error;
      this.stream?.destroy(error);
    });
  }

  /** @param isTarget the database that is being filled, which nobody else may read yet */
  static async open(server: ServerConfig, { isTarget = false } = {}): Promise<MysqlSnapshot> {
    const connection = createConnection(connectionOptions(server));
    const query = connection.promise();
    const rows = async <Result>(sql: string) => (await query.query(sql))[0] as Result[];
    try {
      await query.query(
        `SET SESSION net_write_timeout = ${SEND_TIMEOUT}, wait_timeout = ${IDLE_TIMEOUT}`,
      );
      // MySQL otherwise remembers counters for a day. MariaDB has no such setting and skips the comment.
      await query.query('/*!80000 SET SESSION information_schema_stats_expiry = 0 */');
      await query.query('SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ');
      await query.query('START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY');
      const all = await rows<{ name: string; next: number | null }>(
        `SELECT table_name AS name, auto_increment AS next FROM information_schema.tables
         WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE' ORDER BY table_name`,
      );
      const hasTable = (name: string) => Promise.resolve(all.some((table) => table.name === name));
      if (!isTarget) await requireRestored({ hasTable });
      const columns = await rows<{ name: string; column: string }>(
        `SELECT table_name AS name, column_name AS \`column\` FROM information_schema.columns
         WHERE table_schema = DATABASE() ORDER BY table_name, ordinal_position`,
      );
      const tables = all
        .filter(({ name }) => isCopied(name))
        .map(({ name, next }) => ({
          name,
          columns: columns.filter((row) => row.name === name).map(({ column }) => column),
          nextId: next ?? 1,
        }));
      const applied = all.some(({ name }) => name === 'migrations')
        ? await rows<{ name: string }>('SELECT name FROM migrations')
        : [];
      const migrations = applied
        .map(({ name }) => name)
        .sort((a, b) => migrationTime(a) - migrationTime(b));
      return new MysqlSnapshot(connection, migrations, tables);
    } catch (error) {
      connection.destroy();
      throw error;
    }
  }

  rows({ name, columns }: CopiedTable): AsyncIterable<Row> {
    const list = columns.map((column) => `\`${column}\``).join(', ');
    const sql = `SELECT ${list} FROM \`${name}\` ORDER BY id`;
    const stream = this.connection
      .query({ sql, rowsAsArray: true })
      .stream({ highWaterMark: READ_AHEAD });
    this.stream = stream;
    // The driver does not end the stream of a statement that it could not send.
    if (this.lost) stream.destroy(this.lost);
    return stream as AsyncIterable<Row>;
  }

  async brokenReferences(tables: CopiedTable[]): Promise<BrokenReference[]> {
    const query = async <Result>(sql: string) =>
      (await this.connection.promise().query(sql))[0] as Result[];
    const references = await query<Reference>(
      `SELECT table_name AS \`table\`, column_name AS \`column\`, referenced_table_name AS parent
       FROM information_schema.key_column_usage
       WHERE table_schema = DATABASE() AND referenced_table_schema = DATABASE() ORDER BY 1, 3, 2`,
    );
    const broken: BrokenReference[] = [];
    for (const { table, column, parent } of references) {
      if (!tables.some(({ name }) => name === table)) continue;
      // All references of Forgenote are to ids.
      const [row] = await query<{ n: number | string }>(
        `SELECT COUNT(*) AS n FROM \`${table}\` c LEFT JOIN \`${parent}\` p ON p.id = c.\`${column}\`
         WHERE c.\`${column}\` IS NOT NULL AND p.id IS NULL`,
      );
      const last = broken.at(-1);
      const count = Number(row?.n);
      if (last?.table === table && last.parent === parent) last.rows += count;
      else broken.push({ table, parent, rows: count });
    }
    return broken.filter(({ rows }) => rows > 0);
  }

  close(): Promise<void> {
    this.connection.destroy();
    return Promise.resolve();
  }
}
