import type { RowDataPacket } from 'mysql2/promise';
import { CannotStart } from '../../base/config/cannot-start.js';
import { connectionOptions, serverPlace, type ServerConfig } from './mysql-connection.js';

/** There is no such database. */
const UNKNOWN_DATABASE = 1049;
/** The account may not use the database, whether it exists or not. */
const NO_ACCESS = 1044;

/** Whether the server has refused the database, not the account. */
export const isMissingDatabase = (errno: unknown): boolean =>
  errno === UNKNOWN_DATABASE || errno === NO_ACCESS;

/**
 * What the operator does about a missing database. The service does not create it: a misspelt name in DATABASE_URL
 * would start an empty service.
 */
export async function missingDatabase(server: ServerConfig): Promise<CannotStart> {
  const { database } = server;
  const name = `\`${database.replaceAll('`', '``')}\``;
  return new CannotStart(
    `The database ${database} on ${serverPlace(server)} does not exist, or its account may not use it. ` +
      'Correct DATABASE_URL, or run this as an administrator of the server:\n' +
      `  CREATE DATABASE IF NOT EXISTS ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;\n` +
      `  GRANT ALL ON ${name}.* TO ${await accountOf(server)};`,
  );
}

/** The account as GRANT takes it. The server knows for which client hosts it is. */
async function accountOf(server: ServerConfig): Promise<string> {
  let account = `${server.user}@%`;
  try {
    // Dynamic: a service on SQLite does not load the driver.
    const { createConnection } = await import('mysql2/promise');
    const connection = await createConnection({ ...connectionOptions(server), database: '' });
    const [[row]] = await connection.query<RowDataPacket[]>('SELECT CURRENT_USER() AS account');
    account = String(row?.['account']);
    await connection.end();
  } catch {
    // The sentence is right anyway, and the operator knows the host.
  }
  const at = account.lastIndexOf('@');
  return [account.slice(0, at), account.slice(at + 1)]
    .map((part) => `'${part.replaceAll("'", "''")}'`)
    .join('@');
}
