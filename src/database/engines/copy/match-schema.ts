import { QueryFailedError } from 'typeorm';
import { CannotStart } from '../../../base/config/cannot-start.js';
import { openFile } from '../open-engine.js';
import { requireReleased } from '../pending-migrations.js';
import type { Schema } from '../schema.js';
import { schemaOf } from './build-schema.js';
import { isCopied } from './copied-tables.js';
import type { CopiedTable } from './snapshot.js';

/** The tables of a database or a backup, sorted by what is copied. */
interface MatchedTables {
  /** Those that the migrations have made. */
  tables: CopiedTable[];
  /** The names of those of other programs, which are left out. */
  foreign: string[];
}

/** The tables are not those that the recorded migrations make, so no copy of them could be completed. */
export class SchemaMismatch extends CannotStart {
  /** @param problem completes a sentence in parentheses */
  constructor(
    readonly problem: string,
    isPending: boolean,
  ) {
    super(
      isPending
        ? `A migration has not finished (${problem}): run forgenote migrate first.`
        : `Another program has changed tables of Forgenote (${problem}): undo that, or restore the last backup.`,
    );
  }
}

type Tables = Map<string, Set<string>>;

/**
 * Compares the tables with those that the recorded migrations make. Pending migrations that have not begun make no
 * difference.
 *
 * @throws SchemaMismatch a table or a column of Forgenote is missing, or there is one that no recorded migration makes
 */
export async function matchSchema(
  schema: Schema,
  { migrations, tables }: { migrations: string[]; tables: CopiedTable[] },
): Promise<MatchedTables> {
  const known = schema.migrations.map(({ name }) => name);
  requireReleased(migrations, known);
  const isPending = known.some((name) => !migrations.includes(name));
  // A newer version, which is compatible, may have added tables and columns.
  const isNewer = migrations.some((name) => !known.includes(name));
  const expected = await tablesOf(schemaOf(schema, migrations)).catch((error: unknown) => {
    if (!(error instanceof QueryFailedError)) throw error;
    throw new SchemaMismatch('its list of migrations has a gap', isPending);
  });
  const all = isPending ? await tablesOf(schema) : expected;
  const own = tables.filter(
    ({ name, columns }) => all.has(name) || (isNewer && columns.includes('id')),
  );
  const problems = isNewer
    ? missing(expected, own)
    : [...missing(expected, own), ...more(expected, own)];
  if (problems.length > 0) throw new SchemaMismatch(problems.join(', '), isPending);
  return {
    tables: own,
    foreign: tables.filter((table) => !own.includes(table)).map(({ name }) => name),
  };
}

/** Makes the tables in memory. They are the same on every engine. */
async function tablesOf(schema: Schema): Promise<Tables> {
  const dataSource = await openFile(null, schema);
  try {
    await dataSource.runMigrations({ transaction: 'none' });
    const rows = await dataSource.query<{ table: string; column: string }[]>(
      `SELECT m.name AS "table", c.name AS "column" FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table'`,
    );
    const tables: Tables = new Map();
    for (const { table, column } of rows.filter((row) => isCopied(row.table)))
      tables.set(table, (tables.get(table) ?? new Set()).add(column));
    return tables;
  } finally {
    await dataSource.destroy();
  }
}

function missing(expected: Tables, tables: CopiedTable[]): string[] {
  const present = new Map(tables.map(({ name, columns }) => [name, columns]));
  return [...expected].flatMap(([name, columns]) => {
    const table = present.get(name);
    if (!table) return [`${name} is missing`];
    return [...columns]
      .filter((column) => !table.includes(column))
      .map((column) => `${name}.${column} is missing`);
  });
}

function more(expected: Tables, tables: CopiedTable[]): string[] {
  return tables.flatMap(({ name, columns }) => {
    const table = expected.get(name);
    if (!table) return [`${name} exists`];
    return columns
      .filter((column) => !table.has(column))
      .map((column) => `${name}.${column} exists`);
  });
}
