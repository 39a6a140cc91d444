import type { DataSource, QueryRunner } from 'typeorm';
import type { DatabaseConfig } from '../config/config.js';
import { pending } from './migrate.js';
import type { Migratable } from './open-engine.js';
import { locksOf } from './statement-locks.js';

/** A statement that changes the database. One that is repeated for other rows is planned once. */
export interface PlannedStatement {
  migration: string;
  sql: string;
  /** Empty if the statement names none. */
  table: string;
  /** How many rows the table has; 0 if the migrations create it. */
  rows: number;
  /** What it does to requests while it runs. */
  locks: string;
}

interface RecordedStatement {
  migration: string;
  sql: string;
  isInTransaction: boolean;
  /** How often it runs, with other parameters. */
  times: number;
}

const READS = /^\s*(SELECT|SHOW|PRAGMA table_|PRAGMA index_)/i;
const TABLE = /\b(?:TABLE(?: IF (?:NOT )?EXISTS)?|ON|UPDATE|INTO|FROM) [`"]?(\w+)[`"]?/i;

/** The statements of the pending migrations. Runs them up to each statement that would change something. */
export async function planMigrations(
  { dataSource }: Migratable,
  kind: DatabaseConfig['kind'],
): Promise<PlannedStatement[]> {
  const names = await pending(dataSource);
  const statements: RecordedStatement[] = [];
  for (const migration of dataSource.migrations) {
    const { name = '' } = migration;
    if (!names.includes(name)) continue;
    const runner = dataSource.createQueryRunner();
    try {
      await migration.up(
        recording(runner, (sql) => {
          const last = statements.at(-1);
          const isInTransaction = runner.isTransactionActive;
          if (last?.migration === name && last.sql === sql) last.times++;
          else statements.push({ migration: name, sql, isInTransaction, times: 1 });
        }),
      );
    } finally {
      await runner.release();
    }
  }
  const counts = new Map<string, number>();
  const planned: PlannedStatement[] = [];
  for (const { migration, sql, isInTransaction, times } of statements) {
    const table = TABLE.exec(sql)?.[1] ?? '';
    if (table !== '' && !counts.has(table)) counts.set(table, await countRows(dataSource, table));
    const rows = counts.get(table) ?? 0;
    const repeats = times === 1 ? '' : `Repeated ${times} times, each time for other rows. `;
    const locks = repeats + locksOf(sql, isInTransaction, kind);
    planned.push({ migration, sql, table, rows, locks });
  }
  return planned;
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

async function countRows(dataSource: DataSource, table: string): Promise<number> {
  try {
    const [row] = await dataSource.query<{ n: number | string }[]>(
      `SELECT COUNT(*) AS n FROM ${table}`,
    );
    return Number(row?.n ?? 0);
  } catch {
    // A migration creates it.
    return 0;
  }
}
