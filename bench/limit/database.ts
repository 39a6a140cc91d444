import type { Statement, Values } from '../../src/database/statement.js';

export interface Write {
  /** Returns the id of an inserted row. */
  (statement: Statement, values: Values): Promise<number>;
}

export interface LimitDatabase {
  rows<Row>(statement: Statement<Row>, values: Values): Promise<Row[]>;
  /** Runs one statement in its own transaction. */
  write(statement: Statement, values: Values): Promise<unknown>;
  /** Runs `work` in one transaction. Rolls back if it throws. */
  unit<Result>(work: (write: Write) => Promise<Result>): Promise<Result>;
}
