import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise';
import { CannotStart } from '../../../base/config/cannot-start.js';
import type { Engine } from '../../engine.js';
import { connectionOptions, serverPlace, type ServerConfig } from '../mysql-connection.js';
import { SERVER_TABLES } from '../require-forgenote.js';
import type { Schema } from '../schema.js';
import { RESTORE_MARKER } from '../unfinished-restore.js';
import { buildSchema, schemaOf } from './build-schema.js';
import type { CopyTarget } from './copy-target.js';
import { refusedRow } from './damaged-source.js';
import { IDLE_TIMEOUT, MysqlSnapshot } from './mysql-snapshot.js';
import type { CopiedTable, Row, Snapshot } from './snapshot.js';

/** A statement has at most so many rows and characters. The server's own limit is 16 MiB or more. */
const ROWS_PER_INSERT = 500;
const CHARACTERS_PER_INSERT = 1_000_000;

/** Fills the database itself. A table marks it as unfinished, and the service does not start on it. */
export class MysqlTarget implements CopyTarget {
  private constructor(
    private readonly server: ServerConfig,
    private readonly schema: Schema,
    private readonly connection: Connection,
  ) {}

  static async create(
    server: ServerConfig,
    schema: Schema,
    migrations: string[],
  ): Promise<MysqlTarget> {
    const connection = await createConnection(connectionOptions(server));
    const target = new MysqlTarget(server, schema, connection);
    // A later statement reports that the connection was lost.
    connection.on('error', () => undefined);
    try {
      await connection.query(`SET SESSION wait_timeout = ${IDLE_TIMEOUT}`);
      await target.requireAlone();
      await target.requireEmpty();
      await connection.query(`CREATE TABLE ${RESTORE_MARKER} (id int PRIMARY KEY)`);
      await target.build(schemaOf(schema, migrations));
      return target;
    } catch (error) {
      connection.destroy();
      throw error;
    }
  }

  async insert({ name, columns, nextId }: CopiedTable, rows: AsyncIterable<Row>): Promise<number> {
    const list = columns.map((column) => `\`${column}\``).join(', ');
    let inserted = 0;
    let batch: Row[] = [];
    let characters = 0;
    const flush = async () => {
      if (batch.length === 0) return;
      await this.connection
        .query(`INSERT INTO \`${name}\` (${list}) VALUES ?`, [batch])
        .catch((error: unknown) => {
          throw refusedRow(name, error);
        });
      inserted += batch.length;
      batch = [];
      characters = 0;
    };
    await this.connection.query('START TRANSACTION');
    for await (const row of rows) {
      batch.push(row);
      for (const value of row) characters += typeof value === 'string' ? value.length : 8;
      if (batch.length >= ROWS_PER_INSERT || characters >= CHARACTERS_PER_INSERT) await flush();
    }
    await flush();
    await this.connection.query('COMMIT');
    await this.connection.query(`ALTER TABLE \`${name}\` AUTO_INCREMENT = ${nextId}`);
    return inserted;
  }

  private async build(schema: Schema): Promise<void> {
    try {
      await buildSchema(this.server, schema);
      await this.connection.query(
        "SET SESSION foreign_key_checks = 0, unique_checks = 0, sql_mode = 'NO_AUTO_VALUE_ON_ZERO,STRICT_ALL_TABLES'",
      );
    } catch (error) {
      // If this fails too, the first failure is the reason. The next attempt removes what is left.
      await this.dropTables().catch(() => undefined);
      throw error;
    }
  }

  snapshot(): Promise<Snapshot> {
    return MysqlSnapshot.open(this.server, { isTarget: true });
  }

  async finish(complete: (engine: Engine) => Promise<void>): Promise<void> {
    await buildSchema(this.server, this.schema, complete);
    await this.connection.query(`DROP TABLE ${RESTORE_MARKER}`);
    await this.connection.end();
  }

  async discard(): Promise<void> {
    await this.dropTables();
    await this.connection.end();
  }

  /** The lock ends with the connection. */
  private async requireAlone(): Promise<void> {
    const [[row]] = await this.connection.query<RowDataPacket[]>(
      "SELECT GET_LOCK(CONCAT('forgenote restore ', LEFT(DATABASE(), 40)), 0) AS locked",
    );
    if (Number(row?.['locked']) !== 1)
      throw new CannotStart('Another restore fills this database: wait until it has ended.');
  }

  private async requireEmpty(): Promise<void> {
    const tables = await this.tables();
    // What an earlier attempt has left.
    if (tables.includes(RESTORE_MARKER)) return this.dropTables();
    if (tables.length === 0) return;
    throw new CannotStart(
      `The database ${this.server.database} on ${serverPlace(this.server)} has tables (${tables.slice(0, 3).join(', ')}): ` +
        `create an empty database and name it in DATABASE_URL.`,
    );
  }

  private async tables(): Promise<string[]> {
    const [rows] = await this.connection.query<RowDataPacket[]>(SERVER_TABLES);
    return rows.map(({ name }) => String(name));
  }

  /** The marker goes last, so that a break leaves the database marked. */
  private async dropTables(): Promise<void> {
    await this.connection.query('SET SESSION foreign_key_checks = 0');
    const tables = (await this.tables()).filter((name) => name !== RESTORE_MARKER);
    for (const name of [...tables, RESTORE_MARKER])
      await this.connection.query(`DROP TABLE IF EXISTS \`${name}\``);
  }
}
