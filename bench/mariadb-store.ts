import { randomBytes } from 'node:crypto';
import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise';
import type { Store } from './store.js';

export class MariadbStore implements Store {
  private constructor(
    private readonly connection: Connection,
    private readonly name: string,
    readonly url: string,
  ) {}

  static async create(server: string): Promise<MariadbStore> {
    const name = `forgenote_bench_${randomBytes(4).toString('hex')}`;
    const connection = await createConnection(server.replace(/^mariadb:/, 'mysql:'));
    await connection.query(`CREATE DATABASE ${name}`);
    await connection.query(`USE ${name}`);
    // PIPES_AS_CONCAT: both engines get the same SQL. No checks: the seed rows are known to be valid.
    await connection.query(
      `SET SESSION sql_mode = CONCAT(@@sql_mode, ',PIPES_AS_CONCAT'),
        unique_checks = 0, foreign_key_checks = 0`,
    );
    return new MariadbStore(connection, name, `${server}/${name}`);
  }

  async version(): Promise<string> {
    return `MariaDB ${await this.value('SELECT VERSION() AS value')}`;
  }

  async run(sql: string): Promise<void> {
    await this.connection.query(sql);
  }

  async count(table: string): Promise<number> {
    return Number(await this.value(`SELECT COUNT(*) AS value FROM ${table}`));
  }

  async bytes(): Promise<number> {
    return Number(
      await this.value(
        `SELECT SUM(FILE_SIZE) AS value FROM information_schema.INNODB_SYS_TABLESPACES
         WHERE NAME LIKE '${this.name}/%'`,
      ),
    );
  }

  async settle(tables: readonly string[]): Promise<void> {
    await this.connection.query(`ANALYZE TABLE ${tables.join(', ')}`);
  }

  async statements(): Promise<number> {
    const sql = "SHOW GLOBAL STATUS WHERE Variable_name = 'Questions'";
    const [rows] = await this.connection.query<RowDataPacket[]>(sql);
    return Number(rows[0]?.['Value']);
  }

  async drop(): Promise<void> {
    await this.connection.query(`DROP DATABASE IF EXISTS ${this.name}`);
    await this.connection.end();
  }

  private async value(sql: string): Promise<string> {
    const [rows] = await this.connection.query<RowDataPacket[]>(sql);
    return String(rows[0]?.['value']);
  }
}
