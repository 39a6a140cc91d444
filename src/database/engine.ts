import type { DataSource, QueryRunner } from 'typeorm';
import type { Statement, Values } from './statement.js';

/** What a failed statement means for the caller, on either engine. */
export type Failure =
  | { kind: 'duplicate'; index: string }
  /** A foreign key refused the row. */
  | { kind: 'reference' }
  /** The unit was rolled back; a retry may succeed. */
  | { kind: 'conflict' }
  /** The connection broke. Uncommitted work is rolled back; a new connection may work. */
  | { kind: 'lost' }
  /** The database cannot be reached, cannot write, or did not respond in time. */
  | { kind: 'away' }
  | { kind: 'other' };

/** `rows` of a SELECT; for a write, how many rows it matched and the generated id. */
export interface Outcome {
  rows: object[];
  matched: number;
  insertId: number;
}

/** Where the engines differ: `sqlite/sqlite-engine.ts` and `mysql/mysql-engine.ts`. */
export interface Engine {
  readonly dataSource: DataSource;
  /** Connects. */
  open(): Promise<void>;
  /** Reads outside a unit, without waiting for writers, within `ms` milliseconds. */
  read(statement: Statement, values: Values, ms: number): Promise<object[]>;
  /** Runs one writing statement as its own transaction. */
  write(statement: Statement, values: Values, ms: number): Promise<Outcome>;
  /** Runs a statement on the connection of an open unit. */
  run(runner: QueryRunner, statement: Statement, values: Values): Promise<Outcome>;
  /** Rolls back a unit that timed out. A connection that may still be busy does not go back to the pool. */
  abandon(runner: QueryRunner): void;
  /** Suffix that makes a SELECT lock its rows until the unit ends. */
  readonly rowLock: string;
  classify(error: unknown): Failure;
  close(): Promise<void>;
}

/** The driver's own error, which TypeORM wraps. */
export function driverError(error: unknown): Record<string, unknown> {
  const inner = error as { driverError?: unknown };
  return (inner.driverError ?? error ?? {}) as Record<string, unknown>;
}
