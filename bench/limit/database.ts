import type { Statement, Values } from '../../src/database/statement.js';

export interface Write {
  /** Answers the id of an inserted row. */
  (statement: Statement, values: Values): Promise<number>;
}

export interface LimitDatabase {
  rows<Row>(statement: Statement<Row>, values: Values): Promise<Row[]>;
  /** One transaction, which only an error undoes. */
  unit<Result>(work: (write: Write) => Promise<Result>): Promise<Result>;
}
