import { QueryFailedError, type DataSource, type QueryRunner } from 'typeorm';
import type { Statement, Values } from './statement.js';

/**
 * What an error of the database means for a request. Only `fault` is answered with 500; the others that reach the
 * client are 503.
 */
export type ErrorClass =
  /** The transaction was rolled back; it runs again. */
  | 'repeat'
  /** The connection broke. Uncommitted work is rolled back; the transaction runs again on another connection. */
  | 'lost'
  /** The database cannot be reached or did not respond in time. */
  | 'unavailable'
  /** The database refuses writes. Reads go on. */
  | 'read-only'
  /** No space is left. Reads go on. */
  | 'full'
  /** The data is damaged. */
  | 'corrupt'
  /** A bug of the service. */
  | 'fault';

export type Failure =
  | { kind: 'duplicate'; index: string }
  /** A foreign key refused the row. */
  | { kind: 'reference' }
  /** `problem`: a sentence for the operator, if the engine knows why. Without a full stop. */
  | { kind: ErrorClass; problem?: string };

/** `rows` of a SELECT; for a write, how many rows it matched and the generated id. */
export interface Outcome {
  rows: object[];
  matched: number;
  insertId: number;
}

/** Connections that take turns, and who waits for one. */
export interface PoolState {
  pool: 'reads' | 'writes' | 'health';
  limit: number;
  busy: number;
  idle: number;
  waiting: number;
}

/** Where the engines differ: `database/engines/sqlite-engine.ts` and `database/engines/mysql-engine.ts`. */
export interface Engine {
  readonly dataSource: DataSource;
  /** The file or server, for the operator. */
  readonly place: string;
  /** Several servers that may all be written to: see `Unit.claim`. */
  readonly isCluster: boolean;
  /** How many reads, and how many writes, of one partition run at once. */
  readonly partitionLimit: number;
  /** How many writes to all that belongs to one project or user run at once. */
  readonly ownerLimit: number;
  /** What the database itself finds wrong with its files. Takes long. */
  damage(): Promise<string[]>;
  /** Connects. */
  open(): Promise<void>;
  /** Reads outside a unit, without waiting for writers, within `ms` milliseconds. */
  read(statement: Statement, values: Values, ms: number): Promise<object[]>;
  /**
   * Runs one writing statement as its own transaction.
   *
   * @throws OutcomeUnknown it was sent, and no response says what became of it
   */
  write(statement: Statement, values: Values, ms: number): Promise<Outcome>;
  /** Runs a statement on the connection of an open unit. */
  run(runner: QueryRunner, statement: Statement, values: Values): Promise<Outcome>;
  /**
   * Commits an open unit within `ms` milliseconds.
   *
   * @throws OutcomeUnknown COMMIT was sent, and no response says what became of it
   * @throws another error, if nothing was committed
   */
  commit(runner: QueryRunner, ms: number): Promise<void>;
  /** Rolls back a unit that timed out. A connection that may still be busy does not go back to the pool. */
  abandon(runner: QueryRunner): void;
  /** Checks that the database responds, without waiting for other requests. */
  ping(ms: number): Promise<void>;
  /** Suffix that makes a SELECT lock its rows until the unit ends. */
  readonly rowLock: string;
  /** Suffix that makes a SELECT keep others from changing its rows until the unit ends. */
  readonly shareLock: string;
  /** The connections of now, for metrics. */
  pools(): PoolState[];
  classify(error: unknown): Failure;
  close(): Promise<void>;
}

/** The driver's own error, which TypeORM wraps. */
export function driverError(error: unknown): Record<string, unknown> {
  const inner = error as { driverError?: unknown };
  return (inner.driverError ?? error ?? {}) as Record<string, unknown>;
}

/**
 * Removes the values of statements from an error of TypeORM and from the causes of an error: a host application logs what
 * services throw.
 */
export function removeValues(error: unknown): void {
  if (!(error instanceof Error)) return;
  // The driver of MySQL and MariaDB has put the values into `sql`. `query` still has the placeholders.
  if (error instanceof QueryFailedError)
    for (const one of [error, driverError(error)])
      for (const name of ['parameters', 'sql']) Reflect.deleteProperty(one, name);
  removeValues(error.cause);
}
