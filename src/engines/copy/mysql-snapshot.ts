import { createConnection, type Connection } from 'mysql2';
import { migrationTime } from '../../database/schema-version.js';
import { connectionOptions, type ServerConfig } from '../mysql-connection.js';
import { requireRestored } from '../unfinished-restore.js';
import { isCopied } from './copied-tables.js';
import type { CopiedTable, Row, Snapshot } from './snapshot.js';

/** Rows that are read ahead of the consumer. */
const READ_AHEAD = 20;
/** Seconds that the server waits for a consumer which is busy with earlier rows. */
const SEND_TIMEOUT = 3_600;

/** A consistent read: InnoDB shows all tables as they were when the transaction began. */
export class MysqlSnapshot implements Snapshot {
  private constructor(
    private readonly connection: Connection,
    readonly migrations: string[],
    readonly tables: CopiedTable[],
  ) {}

  /** @param isTarget the database that is being filled, which nobody else may read yet */
  static async open(server: ServerConfig, isTarget = false): Promise<MysqlSnapshot> {
    const connection = createConnection(connectionOptions(server));
    const query = connection.promise();
    const rows = async <Result>(sql: string) => (await query.query(sql))[0] as Result[];
    try {
      await query.query(`SET SESSION net_write_timeout = ${SEND_TIMEOUT}`);
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
      const tables: CopiedTable[] = [];
      for (const { name, next } of all.filter((table) => isCopied(table.name))) {
        const columns = await rows<{ Field: string }>(`SHOW COLUMNS FROM \`${name}\``);
        // A table of another program.
        if (!columns.some(({ Field }) => Field === 'id')) continue;
        tables.push({ name, columns: columns.map(({ Field }) => Field), nextId: next ?? 1 });
      }
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
    // Otherwise a lost connection would leave the stream open, and end the process.
    this.connection.removeAllListeners('error');
    this.connection.on('error', (error: Error) => stream.destroy(error));
    return stream as AsyncIterable<Row>;
  }

  async isInUse(): Promise<boolean> {
    const [rows] = await this.connection
      .promise()
      .query(
        'SELECT 1 FROM information_schema.processlist WHERE db = DATABASE() AND id <> CONNECTION_ID() LIMIT 1',
      );
    return (rows as unknown[]).length > 0;
  }

  close(): Promise<void> {
    this.connection.destroy();
    return Promise.resolve();
  }
}
