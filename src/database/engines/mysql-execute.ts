import type { Pool, PoolConnection, ResultSetHeader } from 'mysql2';
import type { Failure, Outcome } from '../engine.js';
import { bind, type Statement, type Values } from '../statement.js';
import { TIME_LIMITS } from '../time-limits.js';
import { classifyMysqlError, hasFailedForSure } from './mysql-errors.js';
import { ensureAutocommit } from './mysql-autocommit.js';
import { destroy } from './mysql-connection.js';
import { limitStatements } from './mysql-session.js';
import { LoggableError } from '../../base/log/loggable-error.js';

/** The server refused the statement; the connection is still good. */
const REFUSED = new Set<Failure['kind']>(['duplicate', 'reference', 'repeat', 'read-only', 'full']);

/** A statement was sent, and there is no response that says what became of it. */
export class NoResponse extends LoggableError {
  constructor(cause: unknown) {
    super('The statement has no response', { cause });
  }
}

/**
 * Runs a statement on a pooled connection. The time to get one counts against the deadline, after `ms` milliseconds. One
 * promise and one timer for all steps save 5 to 15 µs: docs/decisions/0010.
 */
export function execute<Result>(
  pool: Pool,
  statement: Statement,
  values: Values,
  ms: number,
  resultOf: (answer: unknown) => Result,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const { text, bound } = prepare(statement, values);
    const limitMs = Math.min(ms, TIME_LIMITS.statement);
    let isLate = false;
    let isSent = false;
    let connection: PoolConnection | undefined;
    const giveUp = () => {
      isLate = true;
      // The statement still runs on it: it must not go back to the pool.
      if (connection) destroy(connection);
      const error = late(limitMs);
      reject(isSent ? new NoResponse(error) : error);
    };
    const timer = setTimeout(giveUp, limitMs);
    const fail = (problem: Error) => {
      clearTimeout(timer);
      reject(problem);
    };
    const send = (lent: PoolConnection) => {
      isSent = true;
      lent.execute(text, bound, (error, answer) => {
        clearTimeout(timer);
        if (!error) {
          lent.release();
          resolve(resultOf(answer));
          return;
        }
        const isSure = hasFailedForSure(error);
        // After other errors the state of the connection is unknown.
        if (isSure && REFUSED.has(classifyMysqlError(error).kind)) lent.release();
        else destroy(lent);
        reject(isSure ? error : new NoResponse(error));
      });
    };
    pool.getConnection((problem, lent) => {
      if (problem) {
        fail(problem);
        return;
      }
      // The promise is already rejected: the deadline has passed.
      if (isLate) {
        lent.release();
        return;
      }
      connection = lent;
      limitStatements(lent);
      const ready = ensureAutocommit(lent);
      if (!ready) send(lent);
      else
        ready.then(() => {
          send(lent);
        }, fail);
    });
  });
}

export function prepare(statement: Statement, values: Values) {
  const { text, names } = statement.onServer ?? statement;
  return { text, bound: bind({ text, names }, values) };
}

export function outcomeOf(result: unknown): Outcome {
  if (Array.isArray(result)) return { rows: result as object[], matched: 0, insertId: 0 };
  // mysql2 counts rows found, not rows changed: writing the same value again matches.
  const { affectedRows, insertId } = result as ResultSetHeader;
  return { rows: [], matched: affectedRows, insertId };
}

const late = (limitMs: number) =>
  Object.assign(new LoggableError(`no answer within ${Math.round(limitMs)} ms`), {
    code: 'ETIMEDOUT',
  });
