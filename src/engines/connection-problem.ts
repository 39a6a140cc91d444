import { CannotStart } from '../config/cannot-start.js';
import type { DatabaseConfig } from '../config/config.js';
import { driverError } from '../database/engine.js';
import { isMissingDatabase, missingDatabase } from './missing-database.js';

/** Turns a connection failure into a sentence for the operator. Returns other errors unchanged. */
export async function connectionProblem(
  error: unknown,
  database: DatabaseConfig,
): Promise<unknown> {
  if (error instanceof CannotStart) return error;
  const { code, errno, sqlMessage, message } = driverError(error) as DriverFailure;
  if (database.kind === 'mysql' && isMissingDatabase(errno)) return missingDatabase(database);
  if (sqlMessage)
    return new CannotStart(`The database refuses: ${sqlMessage}. Check DATABASE_URL.`);
  if (code === undefined) return error;
  if (database.kind === 'sqlite') return sqliteProblem(database.path, driverError(error));
  if (/^HANDSHAKE_(NO_SSL_SUPPORT|SSL_ERROR)$/.test(code))
    return new CannotStart(
      `The connection to the database cannot be encrypted (${String(message)}): check DATABASE_CA, and the host and ssl-mode in DATABASE_URL.`,
    );
  return new CannotStart(
    `The database does not answer (${code}): start it, or correct DATABASE_URL.`,
  );
}

interface DriverFailure {
  code?: string;
  errno?: number;
  sqlMessage?: string;
  message?: string;
}

/** Results of SQLite: the file has no header of a database, or its content is damaged. */
const NOT_A_DATABASE = 26;
const CORRUPT = 11;

function sqliteProblem(path: string, error: object): CannotStart {
  const { message, errcode } = error as { message?: string; errcode?: number };
  if (errcode === NOT_A_DATABASE)
    return new CannotStart(
      `The file ${path} is not a Forgenote database: it is no SQLite database, or it is encrypted. ` +
        'Correct DATABASE_URL.',
    );
  if (errcode === CORRUPT)
    return new CannotStart(
      `The database ${path} is damaged (${String(message)}): restore it from a backup.`,
    );
  return new CannotStart(
    `The database ${path} cannot be opened (${String(message)}): correct DATABASE_URL, or make the file and its folder readable and writable.`,
  );
}
