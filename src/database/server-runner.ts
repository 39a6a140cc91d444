import type { PoolConnection } from 'mysql2';
import { QueryRunnerAlreadyReleasedError } from 'typeorm';
import { MysqlQueryRunner } from 'typeorm/driver/mysql/MysqlQueryRunner.js';

const CONTROL = new Set(['START TRANSACTION', 'COMMIT', 'ROLLBACK']);

/**
 * Begins and ends a transaction with the driver's callbacks, like every fixed statement. TypeORM's promises
 * around the driver take a stack trace for each statement: of writing a note, an eighth of the processor time.
 */
export class ServerRunner extends MysqlQueryRunner {
  override query(sql: string, values?: unknown[], structured?: boolean): Promise<unknown> {
    return CONTROL.has(sql) ? this.say(sql) : super.query(sql, values as never, structured);
  }

  private async say(sql: string): Promise<void> {
    // The connection may be somebody else's by now.
    if (this.isReleased) throw new QueryRunnerAlreadyReleasedError();
    const connection = (await this.connect()) as PoolConnection;
    await new Promise<void>((resolve, reject) => {
      connection.query(sql, (error) => {
        if (error) reject(error);
        else resolve();
      });
    });
  }
}
