import type { Pool, PoolConnection } from 'mysql2';
import { TIME_LIMITS } from '../time-limits.js';
import { destroy } from './mysql-connection.js';

/** The default (REPEATABLE READ) also locks gaps between rows, so unrelated units deadlock. */
const ISOLATION = 'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED';

/**
 * What a server can have other defaults for: some modes make statements fail, or store other values, and MariaDB cuts a long
 * JSON_ARRAYAGG.
 */
const DEFAULTS =
  "SET autocommit = 1, sql_mode = 'STRICT_TRANS_TABLES', group_concat_max_len = 1048576";

const STATEMENT_MS = TIME_LIMITS.statement - 1_000;

/**
 * The server itself ends what the service has given up: without these limits a statement runs on, or waits for a lock.
 * - A wait for a row lock, or for a table that is being changed, ends after 4 s: before the unit does, so that the unit
 *   can run again.
 * - A statement ends on MariaDB, a SELECT on MySQL, a second before the service gives it up. MySQL has no limit for
 *   statements that write: the unit ends their connection.
 *
 * Only MariaDB reads comments with an M. Only MySQL reads those of a version from 5.7 to 5.9.
 */
const LIMITS =
  'SET SESSION innodb_lock_wait_timeout = 4, lock_wait_timeout = 4 ' +
  `/*M! , max_statement_time = ${STATEMENT_MS / 1_000} */ /*!50708 , max_execution_time = ${STATEMENT_MS} */`;

const prepared = new WeakSet<PoolConnection>();
const limited = new WeakSet<PoolConnection>();

/** Prepares each connection of the pool when it is used for the first time. */
export function prepareSessions(pool: Pool): void {
  pool.on('acquire', (connection) => {
    if (prepared.has(connection)) return;
    prepared.add(connection);
    // A connection can fail again after it left the pool; without a listener that ends the process.
    connection.on('error', () => undefined);
    set(connection, ISOLATION);
    set(connection, DEFAULTS);
  });
}

/**
 * Sent before the borrower's next statement. If it fails, that statement fails too and runs on another connection: this
 * one would have no limits as long as it lives.
 */
function set(connection: PoolConnection, settings: string): void {
  connection.query(settings, (error) => {
    if (error) destroy(connection);
  });
}

/** Limits the statements of the service. Migrations, which run before on the same connections, may take longer. */
export function limitStatements(connection: PoolConnection): void {
  if (limited.has(connection)) return;
  limited.add(connection);
  set(connection, LIMITS);
}
