import { CannotStart } from '../../base/config/cannot-start.js';
import type { SqliteConnection } from './sqlite-connection.js';
import { RESTORE_MARKER } from './unfinished-restore.js';

/** One of them is in every Forgenote database, also if its first migration or a restore was interrupted. */
const OWN_TABLES = ['migration_lease', 'outbox_mails', RESTORE_MARKER];
/** Other programs have it too. TypeORM's command line creates it before the first migration. */
const MIGRATIONS = 'migrations';
const SHOWN = 3;

/** The tables of a database server's database. */
export const SERVER_TABLES =
  'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()';

/**
 * Accepts an empty file and a database of Forgenote. Changes nothing.
 *
 * @throws CannotStart the file has the tables of another program
 */
export function requireForgenote(connection: SqliteConnection, path: string): void {
  const rows = connection
    .fixed("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all() as { name: string }[];
  requireOwnTables(rows, `The file ${path}`);
}

/**
 * @param tables all tables of the database
 * @param place the database, to begin a sentence
 * @throws CannotStart they are tables of another program
 */
export function requireOwnTables(tables: readonly { name: string }[], place: string): void {
  const names = tables.map(({ name }) => name);
  const others = names.filter((name) => name !== MIGRATIONS);
  if (others.length === 0 || OWN_TABLES.some((name) => names.includes(name))) return;
  const more = others.length > SHOWN ? ', ...' : '';
  throw new CannotStart(
    `${place} is not a Forgenote database: it has the tables ${others.slice(0, SHOWN).join(', ')}${more} of ` +
      'another program. Correct DATABASE_URL.',
  );
}
