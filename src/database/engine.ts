import type { DataSource, QueryRunner } from 'typeorm';
import type { Statement, Values } from './statement.js';

/** What a failed statement means for the caller, whichever engine said it. */
export type Failure =
  | { kind: 'duplicate'; index: string }
  /** A row points at one that is not there, or is pointed at by one that is. */
  | { kind: 'reference' }
  /** Nothing of the unit was kept; running it again may succeed. */
  | { kind: 'conflict' }
  /** The connection broke. What was not committed is gone, and the next connection may be sound. */
  | { kind: 'lost' }
  /** The database is away or did not answer in time. */
  | { kind: 'away' }
  | { kind: 'other' };

/** The rows of a SELECT; of a write, how many rows it matched and the id it gave. */
export interface Outcome {
  rows: object[];
  matched: number;
  insertId: number;
}

/** Where the dialects differ. There are two: `embedded.ts` and `server.ts`. */
export interface Engine {
  readonly dataSource: DataSource;
  /** Connects. */
  open(): Promise<void>;
  /** Reads outside any unit, on a connection that never waits for a writer, within `ms` milliseconds. */
  read(statement: Statement, values: Values, ms: number): Promise<object[]>;
  /** Writes with a statement that is a unit by itself, in one round trip where there are any. */
  write(statement: Statement, values: Values, ms: number): Promise<Outcome>;
  /** Runs a statement on the connection of an open unit. */
  run(runner: QueryRunner, statement: Statement, values: Values): Promise<Outcome>;
  /** Gives up a unit nobody waits for any more: nothing of it is kept, and a connection that may still be busy is never lent again. */
  abandon(runner: QueryRunner): void;
  /** What a SELECT needs behind it to keep the rows it read from changing until the unit ends. */
  readonly rowLock: string;
  classify(error: unknown): Failure;
  close(): Promise<void>;
}

/** The driver's own error, which TypeORM wraps. */
export function driverError(error: unknown): Record<string, unknown> {
  const inner = error as { driverError?: unknown };
  return (inner.driverError ?? error ?? {}) as Record<string, unknown>;
}
