import { MysqlQueryRunner } from 'typeorm/driver/mysql/MysqlQueryRunner.js';
import type { IsolationLevel } from 'typeorm/driver/types/IsolationLevel.js';
import type { PoolConnection } from 'mysql2';

/**
 * TypeORM tells its subscribers and its logger of every START TRANSACTION and COMMIT. There are none here, and to
 * tell nobody is a twelfth of what writing a note takes.
 */
export class ServerRunner extends MysqlQueryRunner {
  override async startTransaction(isolationLevel?: IsolationLevel): Promise<void> {
    if (isolationLevel || this.isTransactionActive) return super.startTransaction(isolationLevel);
    this.isTransactionActive = true;
    await this.connect();
    await this.say('START TRANSACTION');
    this.transactionDepth = 1;
  }

  override async commitTransaction(): Promise<void> {
    if (this.transactionDepth !== 1) return super.commitTransaction();
    await this.say('COMMIT');
    this.isTransactionActive = false;
    this.transactionDepth = 0;
  }

  /** Its own from the beginning of a transaction on. */
  get lent(): PoolConnection {
    return this.databaseConnection as PoolConnection;
  }

  private say(command: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.lent.query(command, (error) => {
        if (error) reject(error);
        else resolve();
      });
    });
  }
}
