import { existsSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from '@photostructure/sqlite';
import { createConnection, type RowDataPacket } from 'mysql2/promise';

type SqlRow = Record<string, unknown>;

/** A connection of the harness itself, past the service and the proxy. */
export interface SqlConnection {
  readonly isSqlite: boolean;
  rows(sql: string): Promise<SqlRow[]>;
  run(sql: string): Promise<void>;
  close(): Promise<void>;
}

/** @param url in the format of DATABASE_URL */
export async function connectTo(url: string): Promise<SqlConnection> {
  if (url.startsWith('sqlite:')) return openFile(url.slice('sqlite:'.length));
  const connection = await createConnection(url.replace(/^mariadb:/, 'mysql:'));
  return {
    isSqlite: false,
    rows: async (sql) => {
      const [rows] = await connection.query<RowDataPacket[]>(sql);
      return rows;
    },
    run: async (sql) => {
      await connection.query(sql);
    },
    close: () => connection.end(),
  };
}

/** Runs `work` with a connection and closes it. */
export async function withConnection<Result>(
  url: string,
  work: (connection: SqlConnection) => Promise<Result>,
): Promise<Result> {
  const connection = await connectTo(url);
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

function openFile(path: string): SqlConnection {
  // The service refuses a file that others can read.
  if (!existsSync(path)) writeFileSync(path, '', { mode: 0o600 });
  const database = new DatabaseSync(path);
  database.exec('PRAGMA busy_timeout = 5000');
  return {
    isSqlite: true,
    rows: (sql) => Promise.resolve(database.prepare(sql).all() as SqlRow[]),
    run: (sql) => {
      database.exec(sql);
      return Promise.resolve();
    },
    close: () => {
      database.close();
      return Promise.resolve();
    },
  };
}
