import type { Statement, Values } from '../../src/database/statement.js';

export interface Write {
  /** Answers the id of an inserted row. */
  (statement: Statement, values: Values): Promise<number>;
}

export interface LimitDatabase {
  rows<Row>(statement: Statement<Row>, values: Values): Promise<Row[]>;
  /** One statement, which is a transaction by itself. */
  write(statement: Statement, values: Values): Promise<unknown>;
  /** One transaction, which only an error undoes. */
  unit<Result>(work: (write: Write) => Promise<Result>): Promise<Result>;
}
