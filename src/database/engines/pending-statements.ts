import type { DataSource, QueryRunner } from 'typeorm';
import { pending } from './migrate.js';

/** A statement of a migration that changes the database. */
export interface PendingStatement {
  migration: string;
  sql: string;
}

const READS = /^\s*(SELECT|SHOW|PRAGMA table_|PRAGMA index_)/i;

/** The statements that the pending migrations would send. Only their reads run. */
export async function pendingStatements(dataSource: DataSource): Promise<PendingStatement[]> {
  const names = await pending(dataSource);
  const statements: PendingStatement[] = [];
  for (const migration of dataSource.migrations) {
    const { name = '' } = migration;
    if (!names.includes(name)) continue;
    const runner = dataSource.createQueryRunner();
    const record = (sql: string) => {
      // A statement that is repeated for other rows is listed once.
      if (statements.at(-1)?.sql !== sql) statements.push({ migration: name, sql });
    };
    await migration.up(recording(runner, record)).finally(() => runner.release());
  }
  return statements;
}

/** A runner that runs reads and only records all other statements. */
function recording(runner: QueryRunner, record: (sql: string) => void): QueryRunner {
  const query = (sql: string, ...rest: never[]): Promise<unknown> => {
    // A table that a pending migration creates has no rows and no indexes yet.
    if (READS.test(sql)) return runner.query(sql, ...rest).catch(() => []);
    record(sql.replace(/\s+/g, ' ').trim());
    return Promise.resolve([]);
  };
  return new Proxy(runner, {
    get: (target, name) => {
      if (name === 'query') return query;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
