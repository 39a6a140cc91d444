import {
  createPool,
  type Pool,
  type PoolConnection,
  type ResultSetHeader,
  type RowDataPacket,
} from 'mysql2';
import type { MysqlAddress } from '../../src/base/config/database-address.js';
import { bind, type Statement, type Values } from '../../src/database/statement.js';
import type { LimitDatabase, Write } from './database.js';

export class MariadbLimit implements LimitDatabase {
  private readonly pool: Pool;
  /** Without autocommit, so that a transaction needs no START TRANSACTION. */
  private readonly units: Pool;

  constructor({ kind: _kind, ...address }: MysqlAddress, connectionLimit: number) {
    const options = { ...address, charset: 'utf8mb4', timezone: 'Z', connectionLimit };
    this.pool = createPool(options);
    this.units = createPool(options);
    for (const pool of [this.pool, this.units])
      pool.on('connection', (connection) => {
        connection.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED');
      });
    this.units.on('connection', (connection) => {
      connection.query('SET autocommit = 0');
    });
  }

  rows<Row>(statement: Statement<Row>, values: Values): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      const sent = statement.onServer ?? statement;
      this.pool.execute<RowDataPacket[]>(sent.text, bind(sent, values), (error, rows) => {
        if (error) reject(error);
        else resolve(rows as Row[]);
      });
    });
  }

  write(statement: Statement, values: Values): Promise<unknown> {
    return this.rows(statement, values);
  }

  async unit<Result>(work: (write: Write) => Promise<Result>): Promise<Result> {
    const connection = await this.lend();
    try {
      const result = await work((statement, values) => execute(connection, statement, values));
      await runCommand(connection, 'COMMIT');
      return result;
    } catch (error) {
      await runCommand(connection, 'ROLLBACK');
      throw error;
    } finally {
      connection.release();
    }
  }

  private lend(): Promise<PoolConnection> {
    return new Promise((resolve, reject) => {
      this.units.getConnection((error, connection) => {
        if (error) reject(error);
        else resolve(connection);
      });
    });
  }
}

function execute(
  connection: PoolConnection,
  statement: Statement,
  values: Values,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = statement.onServer ?? statement;
    connection.execute<ResultSetHeader>(sent.text, bind(sent, values), (error, result) => {
      if (error) reject(error);
      else resolve(result.insertId);
    });
  });
}

function runCommand(connection: PoolConnection, command: string): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.query(command, (error) => {
      if (error) reject(error);
      else resolve();
    });
  });
}
