import { MysqlQueryRunner } from 'typeorm/driver/mysql/MysqlQueryRunner.js';
import type { IsolationLevel } from 'typeorm/driver/types/IsolationLevel.js';
import type { QueryResult } from 'typeorm';
import type { PoolConnection } from 'mysql2';
import { observed } from '../../base/telemetry/observer.js';
import { beginTransaction, ensureAutocommit } from './mysql-autocommit.js';
import { limitStatements } from './mysql-session.js';
import { LoggableError } from '../../base/log/loggable-error.js';

/** Skips TypeORM's broadcasts around a transaction: measured as a twelfth of writing a note. */
export class MysqlRunner extends MysqlQueryRunner {
  /** TypeORM calls it before each of its statements. Outside of a transaction they need autocommit. */
  override async connect(): Promise<PoolConnection> {
    const connection = (await super.connect()) as PoolConnection;
    if (!this.isTransactionActive) await ensureAutocommit(connection);
    return connection;
  }

  override async startTransaction(isolationLevel?: IsolationLevel): Promise<void> {
    if (isolationLevel || this.isTransactionActive) return super.startTransaction(isolationLevel);
    this.isTransactionActive = true;
    await super.connect();
    // The unit has timed out while it waited for a connection. `abandon` gives that back.
    if (this.isReleased) throw new LoggableError('The unit of work has ended');
    limitStatements(this.lent);
    await beginTransaction(this.lent);
    this.transactionDepth = 1;
  }

  override async commitTransaction(): Promise<void> {
    if (this.transactionDepth !== 1) return super.commitTransaction();
    await this.send('COMMIT');
    this.isTransactionActive = false;
    this.transactionDepth = 0;
  }

  override query(sql: string, parameters?: unknown[], structured?: boolean): Promise<QueryResult> {
    return observed('statement', sql, () => super.query(sql, parameters, structured));
  }

  /** The connection of this runner, from the start of the transaction on. */
  get lent(): PoolConnection {
    return this.databaseConnection as PoolConnection;
  }

  get hasConnection(): boolean {
    return (this.databaseConnection as PoolConnection | undefined) !== undefined;
  }

  private send(command: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.lent.query(command, (error) => {
        if (error) reject(error);
        else resolve();
      });
    });
  }
}
