import type { QueryError } from 'mysql2';
import { driverError, type ErrorClass, type Failure } from '../engine.js';

/** Error numbers of MySQL and MariaDB. Numbers that are not listed are `fault`. */
const NUMBERS: Partial<Record<ErrorClass, readonly number[]>> = {
  // Row changed, error during COMMIT, lock wait timeout, deadlock, KILL QUERY, table changed since the transaction began,
  // statement prepared for a table that has changed, rollback by group replication.
  repeat: [1020, 1180, 1205, 1213, 1317, 1412, 1615, 3101],
  // Node of a cluster without a majority: another connection can lead to a working one. Server shutdown, network errors,
  // connection killed, server gone, connection lost, inactive client.
  lost: [1047, 1053, 1156, 1158, 1159, 1160, 1161, 1927, 2006, 2013, 4031],
  // Write error, storage engine error, out of memory, too many connections, out of resources, no thread, limits of the
  // account, too many locks, temporary error of the engine, too many prepared statements or transactions, statement
  // timeout of MariaDB and of MySQL.
  unavailable: [
    1026, 1030, 1037, 1038, 1040, 1041, 1135, 1203, 1206, 1226, 1297, 1461, 1637, 1969, 3024,
  ],
  // No privilege to write, server started read-only, read-only transaction, storage engine in read-only mode.
  'read-only': [1142, 1290, 1792, 1836],
  full: [1021, 1114],
  // Damaged table, damaged index, tablespace that is missing or damaged.
  corrupt: [1034, 1194, 1712, 1812, 1877],
};

/** Failures that the driver reports itself. Other fatal errors are `unavailable`. */
const CODES: Partial<Record<ErrorClass, readonly string[]>> = {
  lost: ['ECONNRESET', 'EPIPE', 'PROTOCOL_CONNECTION_LOST'],
  unavailable: [
    ...['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT'],
    ...['PROTOCOL_SEQUENCE_TIMEOUT', 'HANDSHAKE_NO_SSL_SUPPORT'],
  ],
};

const byCause = <Cause>(table: Partial<Record<ErrorClass, readonly Cause[]>>) =>
  new Map(
    Object.entries(table).flatMap(([kind, causes]) =>
      causes.map((cause) => [cause, kind as ErrorClass] as const),
    ),
  );
const CLASS_OF_NUMBER = byCause(NUMBERS);
const CLASS_OF_CODE = byCause(CODES);

/** "No space left on device", which the server reports inside more general errors. */
const NO_SPACE = /\berr(?:or|no|code):? ?28\b/i;

export function classifyMysqlError(error: unknown): Failure {
  const { errno = 0, code = '', message = '', fatal } = driverError(error) as Partial<QueryError>;
  if (errno === 1062) {
    const key = /for key '(?:[^'.]*\.)?([^']+)'$/.exec(message)?.[1] ?? '';
    return { kind: 'duplicate', index: key };
  }
  if ([1216, 1217, 1451, 1452].includes(errno)) return { kind: 'reference' };
  const kind = CLASS_OF_NUMBER.get(errno) ?? CLASS_OF_CODE.get(code);
  if (kind === 'unavailable' && NO_SPACE.test(message)) return { kind: 'full' };
  if (kind) return { kind };
  // The driver reports a connection that broke earlier without a code.
  if (fatal) return { kind: code === '' ? 'lost' : 'unavailable' };
  return { kind: 'fault' };
}

/** The server sends these errors after it has rolled back: deadlock, read-only server, group replication. */
const ROLLED_BACK = new Set([1213, 1290, 3101]);

/** COMMIT took no effect: it was not sent, or the server has answered that it rolled back. */
export function hasCommitFailedForSure(error: unknown): boolean {
  return isUnsent(error) || ROLLED_BACK.has(Number(driverError(error)['errno']));
}

/** With autocommit, these errors can come from the commit, so the statement may have taken effect. */
const OPEN = new Set([1021, 1026, 1030, 1180, 1317]);

/**
 * The statement, its own transaction, was not sent, or the server has answered that it failed. Otherwise it may have been
 * executed.
 */
export function hasFailedForSure(error: unknown): boolean {
  const { errno = 0, fatal } = driverError(error) as Partial<QueryError>;
  // A node without a majority refuses a statement before it runs.
  if (isUnsent(error) || errno === 1047) return true;
  return errno >= 1000 && !fatal && !OPEN.has(errno) && !isConnectionError(errno);
}

/** The connection broke earlier, so the driver sent nothing. It also reports unreadable replies without a code. */
const isUnsent = (error: unknown): boolean =>
  driverError(error)['message'] === "Can't add new command when connection is in closed state";

const isConnectionError = (errno: number) => CLASS_OF_NUMBER.get(errno) === 'lost';
