import { CannotStart } from '../../base/config/cannot-start.js';
import type { DatabaseConfig } from '../../base/config/config.js';
import { driverError } from '../engine.js';
import { isMissingDatabase, missingDatabase } from './missing-database.js';
import { serverPlace, type ServerConfig } from './mysql-connection.js';
import { classifyMysqlError } from './mysql-errors.js';
import { packetProblem } from './packet-limit.js';
import { CANTOPEN, classOfCode, NOTADB, PERM, resultCodeOf } from './sqlite-error-classes.js';

/** Turns a failure of the database into a sentence for the operator. Returns errors of other origin unchanged. */
export function connectionProblem(error: unknown, database: DatabaseConfig): Promise<unknown> {
  if (error instanceof CannotStart) return Promise.resolve(error);
  return database.kind === 'sqlite'
    ? Promise.resolve(fileProblem(error, database.path))
    : serverProblem(error, database);
}

interface DriverFailure {
  code?: string;
  errno?: number;
  sqlMessage?: string;
  sqlState?: string;
  message?: string;
  fatal?: boolean;
  syscall?: string;
}

/** The classes of SQLSTATE for connections, authentication, and syntax or access rules. */
const ABOUT_ACCESS = /^(08|28|42)/;
const NO_SPACE = new Set(['ENOSPC', 'EDQUOT']);
/** System calls that look for a file or its folder. Others change files that are open. */
const OPENING = new Set(['open', 'mkdir', 'stat', 'lstat', 'access']);

const noSpace = (place: string): CannotStart =>
  new CannotStart(`No space is left for ${place}: free space, then run this again.`);

const damaged = (place: string, reason: string): CannotStart =>
  new CannotStart(`The database ${place} is damaged (${reason}): restore the last backup.`);

async function serverProblem(error: unknown, server: ServerConfig): Promise<unknown> {
  const { code, errno, sqlMessage, sqlState, message, fatal } = driverError(error) as DriverFailure;
  if (isMissingDatabase(errno)) return missingDatabase(server);
  const isTooLong = packetProblem(errno);
  if (isTooLong) return isTooLong;
  const place = `${server.database} on ${serverPlace(server)}`;
  const { kind } = classifyMysqlError(error);
  if (kind === 'full' || NO_SPACE.has(code ?? '')) return noSpace(`the database ${place}`);
  if (kind === 'corrupt') return damaged(place, String(sqlMessage));
  if (errno === 1047)
    return new CannotStart(
      `The database ${place} is a node of a cluster that has lost the majority, or is not synced: start the other nodes, or wait.`,
    );
  if (kind === 'lost')
    return new CannotStart(
      `The database does not answer, or has closed the connection (${code ?? String(message)}): see that it runs, and that DATABASE_URL is right.`,
    );
  if (sqlMessage && (fatal || ABOUT_ACCESS.test(String(sqlState))))
    return new CannotStart(`The database refuses: ${sqlMessage}. Check DATABASE_URL.`);
  // The messages of other errors can contain values of rows: `Duplicate entry 'ada@example.com'`.
  if (sqlMessage)
    return new CannotStart(
      `The database refuses a statement with ${String(code)} (${String(errno)}): look for the cause in its log.`,
    );
  // A fault of this program, such as ERR_INVALID_ARG_TYPE. The driver marks failures of the connection as fatal.
  if (code === undefined || (code.startsWith('ERR_') && !fatal)) return error;
  if (/^HANDSHAKE_(NO_SSL_SUPPORT|SSL_ERROR)$/.test(code))
    return new CannotStart(
      `The connection to the database cannot be encrypted (${String(message)}): check DATABASE_CA, and the host and ssl-mode in DATABASE_URL.`,
    );
  return new CannotStart(
    `The database does not answer (${code}): start it, or correct DATABASE_URL.`,
  );
}

/** For failures of SQLite, and of the system calls that create the file and give it its name. */
function fileProblem(error: unknown, path: string): unknown {
  const { code, message, syscall } = driverError(error) as DriverFailure;
  const reason = String(message);
  if (NO_SPACE.has(code ?? '')) return noSpace(`the database ${path}`);
  if (syscall !== undefined)
    return OPENING.has(syscall) ? cannotOpen(path, reason) : cannotWrite(path, reason);
  const result = resultCodeOf(error);
  const primary = result & 0xff;
  if (primary === NOTADB)
    return new CannotStart(
      `The file ${path} is not a Forgenote database: it is no SQLite database, or it is encrypted. Correct DATABASE_URL.`,
    );
  if (primary === CANTOPEN || primary === PERM) return cannotOpen(path, reason);
  switch (classOfCode(result)) {
    case 'full':
      return noSpace(`the database ${path}`);
    case 'corrupt':
      return damaged(path, reason);
    case 'read-only':
      return cannotWrite(path, reason);
    case 'repeat':
      return new CannotStart(
        `Another process locks the database ${path} (${reason}): wait until it has ended, or stop it, then run this again.`,
      );
    case 'unavailable':
      return new CannotStart(
        `The database ${path} cannot be read or written (${reason}): see whether its disk works, then run this again.`,
      );
    default:
      return error;
  }
}

const cannotOpen = (path: string, reason: string): CannotStart =>
  new CannotStart(
    `The database ${path} cannot be opened (${reason}): correct DATABASE_URL, or make the file and its folder readable and writable.`,
  );

const cannotWrite = (path: string, reason: string): CannotStart =>
  new CannotStart(
    `The database ${path} cannot be written (${reason}): make the file and its folder writable.`,
  );
