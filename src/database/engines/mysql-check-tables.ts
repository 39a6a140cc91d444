import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { LoggableError } from '../../base/log/loggable-error.js';
import { connectionOptions, type ServerConfig } from './mysql-connection.js';

/** A row of the result of CHECK TABLE. */
interface TableCheck extends RowDataPacket {
  Table: string;
  Msg_type: string;
  Msg_text: string;
}

/**
 * Large tables take longer than a statement of a request may, so no limit of time applies. Messages are in English for
 * `INTERRUPTED`. Only MariaDB reads the comment.
 */
const SETTINGS = "SET SESSION lc_messages = 'en_US' /*M! , max_statement_time = 0 */";
/** CHECK TABLE puts these failures among its findings. They do not mean that a table is damaged. */
const INTERRUPTED = /interrupted|lock wait timeout/i;
/** The error number of a statement that was ended with KILL QUERY. */
const KILLED = 1317;

/**
 * Asks the server whether these tables are damaged, on a connection of its own: pooled ones have the limits of requests.
 *
 * @returns what is wrong with them, each with the name of the table
 */
export async function checkTables(server: ServerConfig, tables: string[]): Promise<string[]> {
  const connection = await createConnection(connectionOptions(server));
  // Without a listener, a lost connection would end the process. The statement fails too.
  connection.on('error', () => undefined);
  try {
    await connection.query(SETTINGS);
    const [rows] = await connection.query<TableCheck[]>(`CHECK TABLE ${tables.join(', ')}`);
    // The server writes both `error` and `Error`.
    const errors = rows.filter(({ Msg_type: type }) => type.toLowerCase() === 'error');
    const interruption = errors.find(({ Msg_text: text }) => INTERRUPTED.test(text));
    if (interruption)
      throw Object.assign(new LoggableError('CHECK TABLE was interrupted'), { errno: KILLED });
    return errors.map(({ Table: table, Msg_text: text }) => `${table}: ${text}`);
  } finally {
    connection.destroy();
  }
}
