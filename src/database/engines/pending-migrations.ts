import { CannotStart } from '../../base/config/cannot-start.js';
import { migrationTime, OLDEST } from '../schema-version.js';

const SHOWN = 3;

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
 * @throws CannotStart the database is of another program, or of an unreleased build
 */
export async function pendingMigrations(reader: TableReader, known: string[]): Promise<string[]> {
  const rows = (await reader.hasTable('migrations'))
    ? await reader.query<{ name: string }>('SELECT name FROM migrations')
    : [];
  const applied = new Set(rows.map(({ name }) => name));
  requireReleased([...applied], known);
  const unknown = [...applied].filter((name) => !known.includes(name));
  if (unknown.length === 0 || (await isCompatible(reader, known)))
    return known.filter((name) => !applied.has(name));
  throw new NewerDatabase(
    `The database is newer than this program: it has the migrations ${unknown.join(', ')}. ` +
      'Start the version of Forgenote that wrote it, or a later one.',
  );
}

/**
 * @param applied the migrations of a database or a backup
 * @param known the migrations of this program
 * @throws CannotStart none of the applied migrations is known: a newer version would have them all
 */
export function requireReleased(applied: readonly string[], known: readonly string[]): void {
  if (applied.length === 0 || applied.some((name) => known.includes(name))) return;
  const more = applied.length > SHOWN ? ', ...' : '';
  throw new CannotStart(
    `The data is of another program, or of Forgenote before 0.1.0 (migrations ${applied.slice(0, SHOWN).join(', ')}${more}), ` +
      'and this version cannot use it: correct DATABASE_URL, or begin with an empty database.',
  );
}

/** Whether newer programs have declared that this one still works. */
async function isCompatible(reader: TableReader, known: string[]): Promise<boolean> {
  if (!(await reader.hasTable('schema_compatibility'))) return false;
  const [row] = await reader.query<{ oldest: number | string }>(OLDEST.text);
  return row !== undefined && Number(row.oldest) <= Math.max(...known.map(migrationTime));
}
