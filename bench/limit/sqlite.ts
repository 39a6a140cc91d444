import { DatabaseSync } from '@photostructure/sqlite';
import { bind, type Statement, type Values } from '../../src/database/statement.js';
import type { LimitDatabase, Write } from './database.js';

type Prepared = ReturnType<InstanceType<typeof DatabaseSync>['prepare']>;

export class SqliteLimit implements LimitDatabase {
  private readonly database: InstanceType<typeof DatabaseSync>;
  private readonly prepared = new Map<string, Prepared>();
  private last: Promise<unknown> = Promise.resolve();

  constructor(path: string) {
    this.database = new DatabaseSync(path);
    this.database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
  }

  rows<Row>(statement: Statement<Row>, values: Values): Promise<Row[]> {
    return Promise.resolve(this.prepare(statement).all(...bind(statement, values)) as Row[]);
  }

  write(statement: Statement, values: Values): Promise<unknown> {
    return this.unit((write) => write(statement, values));
  }

  /** One transaction at a time: they share the connection. */
  unit<Result>(work: (write: Write) => Promise<Result>): Promise<Result> {
    const turn = this.last.then(() => this.transaction(work));
    this.last = turn.catch(() => undefined);
    return turn;
  }

  private async transaction<Result>(work: (write: Write) => Promise<Result>): Promise<Result> {
    this.database.exec('BEGIN IMMEDIATE');
    try {
      const result = await work((statement, values) => {
        const { lastInsertRowid } = this.prepare(statement).run(...bind(statement, values));
        return Promise.resolve(Number(lastInsertRowid));
      });
      this.database.exec('COMMIT');
      return result;
    } catch (error) {
      this.database.exec('ROLLBACK');
      throw error;
    }
  }

  private prepare(statement: Statement): Prepared {
    let prepared = this.prepared.get(statement.text);
    if (!prepared) {
      this.prepared.set(statement.text, (prepared = this.database.prepare(statement.text)));
    }
    return prepared;
  }
}
