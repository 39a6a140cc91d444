import { SHOW_THREADS, type ThreadRow } from '../../src/database/engines/mysql-threads.js';

export interface Thread extends ThreadRow {
  Command: string;
  /** Seconds in this state. */
  Time: number;
  State: string | null;
  Info: string | null;
}

/** The connections of a database server to a database, without the one that asks. */
export async function threadsOf(
  url: string,
  query: (sql: string) => Promise<Thread[]>,
): Promise<Thread[]> {
  const database = new URL(url).pathname.slice(1);
  const threads = await query(SHOW_THREADS);
  return threads.filter(({ db, Info }) => db === database && Info !== SHOW_THREADS);
}
