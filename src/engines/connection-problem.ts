import { CannotStart } from '../config/cannot-start.js';
import type { DatabaseConfig } from '../config/config.js';
import { driverError } from '../database/engine.js';

/** Turns a connection failure into a sentence for the operator. Returns other errors unchanged. */
export function connectionProblem(error: unknown, database: DatabaseConfig): unknown {
  if (error instanceof CannotStart) return error;
  const { code, sqlMessage, message } = driverError(error) as Record<string, string | undefined>;
  if (sqlMessage)
    return new CannotStart(`The database refuses: ${sqlMessage}. Check DATABASE_URL.`);
  if (code === undefined) return error;
  return new CannotStart(
    database.kind === 'sqlite'
      ? `The database ${database.path} cannot be opened (${String(message)}): correct DATABASE_URL, or repair the file.`
      : `The database does not answer (${code}): start it, or correct DATABASE_URL.`,
  );
}
