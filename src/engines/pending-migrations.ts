import { CannotStart } from '../config/cannot-start.js';
import { migrationTime, OLDEST } from '../database/schema-version.js';

/** A later version of the program has migrated the database. */
export class NewerDatabase extends CannotStart {}

/** What is read of a database that may have no tables yet. */
export interface TableReader {
  hasTable(name: string): Promise<boolean>;
  query<Row>(sql: string): Promise<Row[]>;
}

/**
 * Returns the names of the migrations that the database does not have yet, in their order.
 *
 * @param known the migrations of this program
 * @throws NewerDatabase the database has other migrations, and none of them is declared compatible
 */
export async function pendingMigrations(reader: TableReader, known: string[]): Promise<string[]> {
  const rows = (await reader.hasTable('migrations'))
    ? await reader.query<{ name: string }>('SELECT name FROM migrations')
    : [];
  const applied = new Set(rows.map(({ name }) => name));
  const unknown = [...applied].filter((name) => !known.includes(name));
  if (unknown.length === 0 || (await isCompatible(reader, known)))
    return known.filter((name) => !applied.has(name));
  if (!known.some((name) => applied.has(name)))
    throw new CannotStart(
      `The database is not a Forgenote database: it has the migrations ${unknown.slice(0, 3).join(', ')} of another ` +
        'program. Correct DATABASE_URL.',
    );
  throw new NewerDatabase(
    `The database is newer than this program: it has the migrations ${unknown.join(', ')}. ` +
      'Start the version of Forgenote that wrote it, or a later one.',
  );
}

/** Whether newer programs have declared that this one still works. */
async function isCompatible(reader: TableReader, known: string[]): Promise<boolean> {
  if (!(await reader.hasTable('schema_compatibility'))) return false;
  const [row] = await reader.query<{ oldest: number | string }>(OLDEST.text);
  return row !== undefined && Number(row.oldest) <= Math.max(...known.map(migrationTime));
}
