/**
 * What tests look at beneath the interface: the database, the engine and the configuration. Tests of faults import
 * them from here alone, so that a file that moves in src/ changes this one.
 */
import { readConfig } from '../../src/config/config.js';
import { Database, ENGINE } from '../../src/database/database.js';
import { createEngine } from '../../src/database/data-source.js';
import type { Engine } from '../../src/database/engine.js';
import { statement } from '../../src/database/statement.js';
import { PageParams } from '../../src/http/page.js';
import type { Forge } from './app.js';
import { ENGINE_UNDER_TEST } from './environment.js';

export { ConfigError, readConfig } from '../../src/config/config.js';
export { Database } from '../../src/database/database.js';
export { DatabaseAway, ReferenceViolation, UniqueViolation } from '../../src/database/failures.js';
export type { Engine } from '../../src/database/engine.js';
export { migrate } from '../../src/database/migrate.js';
export { statement } from '../../src/database/statement.js';

/** The class all parameters of lists extend. */
export const LIST_PARAMETERS: new () => object = PageParams;

export const databaseOf = ({ app }: Forge): Database => app.get(Database);
export const engineOf = ({ app }: Forge): Engine => app.get<Engine>(ENGINE);

/** An engine on this database, connected, without the service around it. */
export async function openEngine(url: string): Promise<Engine> {
  const engine = createEngine(
    readConfig({ DATABASE_URL: url, SECRET_KEY: 'k'.repeat(40) }).database,
  );
  await engine.open();
  return engine;
}

/** Runs SQL without parameters; returns the rows of a SELECT. */
export const sql = <Row = unknown>(forge: Forge, text: string): Promise<Row[]> =>
  engineOf(forge).dataSource.query<Row[]>(text);

/** Runs one write with named parameters. */
export const write = (
  forge: Forge,
  text: string,
  values: Record<string, string | number | null>,
): Promise<number> => databaseOf(forge).unit((unit) => unit.write(statement(text), values));

/** The tables of the service, by name. */
export const tablesOf = (forge: Forge): string[] =>
  engineOf(forge)
    .dataSource.entityMetadatas.map(({ tableName }) => tableName)
    .sort();

/** Every row of every table. Two that are equal mean that nothing was written in between. */
export async function everyRow(forge: Forge): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  for (const table of tablesOf(forge)) {
    const rows = await sql(forge, `SELECT * FROM ${table}`);
    all[table] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return all;
}

/** How many rows every table has. */
export async function countEveryRow(forge: Forge): Promise<Record<string, number>> {
  const rows = await everyRow(forge);
  return Object.fromEntries(Object.entries(rows).map(([table, { length }]) => [table, length]));
}

/** The driver's error when the database asks to repeat a transaction. */
export const conflict = (): Error =>
  Object.assign(new Error('planted conflict'), {
    ...(ENGINE_UNDER_TEST === 'mariadb' ? { errno: 1213 } : { errcode: 5 }),
  });
