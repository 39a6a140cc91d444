import type { RowDataPacket } from 'mysql2';

/**
 * The connections of the server, of other accounts only with the privilege PROCESS. MySQL cannot read
 * `information_schema.processlist` while a connection runs a statement with characters of four bytes, such as emoji.
 */
export const SHOW_THREADS = 'SHOW PROCESSLIST';

/** A row of `SHOW_THREADS`. */
export interface ThreadRow extends RowDataPacket {
  Id: number;
  db: string | null;
}
