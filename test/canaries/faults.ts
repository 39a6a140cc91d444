import { DatabaseSync } from '@photostructure/sqlite';
import { createConnection } from 'mysql2/promise';

/** Direct access to the database of a running service. */
export interface Intruder {
  run(sql: string): Promise<void>;
  rows(sql: string): Promise<object[]>;
  tables(): Promise<string[]>;
  /** Makes all writes of the service wait. */
  lock(): Promise<void>;
  unlock(): Promise<void>;
  /** The body of a trigger that fails. */
  readonly failure: string;
  close(): Promise<void>;
}

const NAMES = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'";

/** @param url as DATABASE_URL takes it */
export function intrude(url: string): Promise<Intruder> {
  return url.startsWith('sqlite:') ? intoFile(url.slice('sqlite:'.length)) : intoServer(url);
}

async function intoFile(path: string): Promise<Intruder> {
  const database = new DatabaseSync(path, { timeout: 60_000 });
  const rows = (sql: string) => Promise.resolve(database.prepare(sql).all() as object[]);
  const run = (sql: string) => {
    database.exec(sql);
    return Promise.resolve();
  };
  return Promise.resolve({
    run,
    rows,
    tables: async () => ((await rows(NAMES)) as { name: string }[]).map(({ name }) => name),
    lock: () => run('BEGIN IMMEDIATE'),
    unlock: () => run('ROLLBACK'),
    failure: "BEGIN SELECT RAISE(ABORT, 'injected'); END",
    close: () => {
      database.close();
      return Promise.resolve();
    },
  });
}

async function intoServer(url: string): Promise<Intruder> {
  const connection = await createConnection(url);
  const rows = async (sql: string) => (await connection.query(sql))[0] as object[];
  const run = async (sql: string) => {
    await connection.query(sql);
  };
  return {
    run,
    rows,
    tables: async () => (await rows('SHOW TABLES')).map((row) => String(Object.values(row)[0])),
    lock: async () => {
      await run('START TRANSACTION');
      await run('SELECT id FROM users FOR UPDATE');
    },
    unlock: () => run('ROLLBACK'),
    failure: "FOR EACH ROW SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'injected'",
    close: () => connection.end(),
  };
}

/** Lets every write to the tables of features fail with an error of the database, until the returned function runs. */
export async function failWrites(intruder: Intruder): Promise<() => Promise<void>> {
  const names: string[] = [];
  const tables = (await intruder.tables()).filter((name) => !/^migration|^commit_/.test(name));
  for (const table of tables) {
    for (const verb of ['INSERT', 'UPDATE', 'DELETE']) {
      const name = `fail_${verb.toLowerCase()}_${table}`;
      await intruder.run(`CREATE TRIGGER ${name} BEFORE ${verb} ON ${table} ${intruder.failure}`);
      names.push(name);
    }
  }
  return async () => {
    for (const name of names) await intruder.run(`DROP TRIGGER ${name}`);
  };
}
