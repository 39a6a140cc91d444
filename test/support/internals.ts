/**
 * Direct access to the database, the engine and the configuration. Tests of faults import them from here, so that a
 * file that moves in src/ changes only this one.
 */
import { LimitStore } from '../../src/core/auth/limit-store.js';
import { Limits } from '../../src/core/auth/limits.js';
import { readConfig } from '../../src/base/config/config.js';
import { Database, ENGINE } from '../../src/database/database.js';
import { openEngine as openDatabase } from '../../src/database/engines/open-engine.js';
import type { Engine } from '../../src/database/engine.js';
import { RequestScope } from '../../src/database/request-scope.js';
import { statement } from '../../src/database/statement.js';
import { schema } from '../../src/app/schema.js';
import type { Forge, RunningApp } from './app.js';
import { IS_SERVER } from './environment.js';

export { ConfigError, readConfig } from '../../src/base/config/config.js';
export { Database } from '../../src/database/database.js';
export {
  DatabaseUnavailable,
  ReferenceViolation,
  UniqueViolation,
} from '../../src/database/failures.js';
export type { Engine } from '../../src/database/engine.js';
export { migrate } from '../../src/database/engines/migrate.js';
export { statement } from '../../src/database/statement.js';

export const databaseOf = ({ app }: RunningApp): Database => app.get(Database);
export const engineOf = ({ app }: RunningApp): Engine => app.get<Engine>(ENGINE);

/** Gives a rate limit another window. */
export function replaceLimit(
  { app }: RunningApp,
  name: 'failures' | 'notes',
  points: number,
  windowMs: number,
): void {
  const counter = app.get(LimitStore, { strict: false }).createCounter(name, points, windowMs);
  Object.assign(app.get(Limits, { strict: false }), { [name]: counter });
}

/** An engine on this database, connected, without the service around it. */
export const openEngine = (url: string, settings: Record<string, string> = {}): Promise<Engine> =>
  openDatabase(
    readConfig({ DATABASE_URL: url, SECRET_KEY: 'k'.repeat(40), ...settings }).database,
    schema,
  );

/** Runs SQL without parameters; returns the rows of a SELECT. */
export const sql = <Row = unknown>(forge: RunningApp, text: string): Promise<Row[]> =>
  engineOf(forge).dataSource.query<Row[]>(text);

/** Runs one write with named parameters. */
export const write = (
  forge: Forge,
  text: string,
  values: Record<string, string | number | null>,
): Promise<number> =>
  databaseOf(forge).unit(RequestScope.background, (unit) => unit.write(statement(text), values));

/** The tables with the data of features, by name. */
export const tablesOf = (forge: RunningApp): string[] =>
  engineOf(forge)
    .dataSource.entityMetadatas.map(({ tableName }) => tableName)
    .sort();

interface Rows {
  /** Changes with each write. */
  state: string;
  rows: Record<string, string[]>;
}
const lastRows = new WeakMap<Forge, Rows>();

/** Every row of every table. Equal results prove that nothing was written in between. */
export async function everyRow(forge: Forge): Promise<Record<string, string[]>> {
  const state = await writeState(forge);
  const last = lastRows.get(forge);
  if (state !== undefined && last?.state === state) return { ...last.rows };
  const rows: Record<string, string[]> = {};
  for (const table of tablesOf(forge)) {
    const found = await sql(forge, `SELECT * FROM ${table}`);
    rows[table] = found.map((row) => JSON.stringify(row)).sort();
  }
  if (state !== undefined) lastRows.set(forge, { state, rows });
  return { ...rows };
}

/** What SQLite counts: the rows that the service has written, and the commits of others. Servers count nothing. */
async function writeState(forge: Forge): Promise<string | undefined> {
  if (engineOf(forge).dataSource.options.type !== 'better-sqlite3') return undefined;
  const own = await sql(forge, 'SELECT total_changes() AS changes');
  const others = await sql(forge, 'PRAGMA data_version');
  return JSON.stringify([own, others]);
}

/** How many rows every table has. */
export async function countEveryRow(forge: Forge): Promise<Record<string, number>> {
  const rows = await everyRow(forge);
  return Object.fromEntries(Object.entries(rows).map(([table, { length }]) => [table, length]));
}

/** Replaces the read of the next request that looks up its token. Reads of background work go on. */
export function replaceTokenLookup(forge: Forge, lookup: () => Promise<never>): void {
  const engine = engineOf(forge);
  const read = engine.read.bind(engine);
  engine.read = (query, values, ms) => {
    if (!('token' in values)) return read(query, values, ms);
    Reflect.deleteProperty(engine, 'read');
    return lookup();
  };
}

/** The driver's error when the database asks to repeat a transaction. */
export const conflict = (): Error =>
  Object.assign(new Error('injected conflict'), {
    ...(IS_SERVER ? { errno: 1213 } : { errcode: 5 }),
  });

const NOTEABLES = { Issue: 'issues', Snippet: 'snippets', MergeRequest: 'merge_requests' };

/** Rows that refer to a missing row through columns without a foreign key. */
export async function orphans(forge: Forge): Promise<unknown[]> {
  const orphaned: unknown[] = [];
  const collect = async (table: string, column: string, at: string, type = 'TRUE') => {
    const isMissing = `${column} IS NOT NULL AND ${column} NOT IN (SELECT id FROM ${at})`;
    orphaned.push(...(await sql(forge, `SELECT * FROM ${table} WHERE ${type} AND ${isMissing}`)));
  };
  for (const [type, table] of Object.entries(NOTEABLES)) {
    await collect('notes', 'noteable_id', table, `noteable_type = '${type}'`);
    await collect('award_emoji', 'awardable_id', table, `awardable_type = '${type}'`);
    await collect('events', 'subject_id', table, `subject_type = '${type}'`);
    await collect('label_links', 'item_id', table, `item_type = '${type}'`);
  }
  await collect('award_emoji', 'awardable_id', 'notes', "awardable_type = 'Note'");
  await collect('events', 'note_id', 'notes');
  return orphaned;
}

/** The rows that refer to a user, except the record of who created which user. */
export async function rowsReferencingUser(
  forge: Forge,
  { id }: { id: number },
): Promise<unknown[]> {
  const orphaned: unknown[] = [];
  for (const table of tablesOf(forge)) {
    const rows = await sql<Record<string, unknown>>(forge, `SELECT * FROM ${table}`);
    const names = (row: Record<string, unknown>) =>
      (table === 'users' && row['id'] === id) ||
      ['user_id', 'author_id', 'owner_id', 'assignee_id'].some((name) => row[name] === id);
    orphaned.push(...rows.filter(names).map((row) => ({ table, ...row })));
  }
  return orphaned;
}

/** The writes that are sent from now on, and how many rows each matched. */
export function watchWrites(forge: Forge): { rows: number[]; stop: () => void } {
  const engine = engineOf(forge);
  const [run, write] = [engine.run.bind(engine), engine.write.bind(engine)];
  const rows: number[] = [];
  const watched =
    <Args extends unknown[], Result extends { matched: number }>(
      send: (...args: Args) => Promise<Result>,
    ) =>
    async (...args: Args) => {
      const outcome = await send(...args);
      if (outcome.matched > 0) rows.push(outcome.matched);
      return outcome;
    };
  engine.run = watched(run);
  engine.write = watched(write);
  const stop = () => {
    for (const name of ['run', 'write']) Reflect.deleteProperty(engine, name);
  };
  return { rows, stop };
}
