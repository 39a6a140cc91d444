import { CannotStart } from '../config/cannot-start.js';
import type { SqliteConnection } from './sqlite-connection.js';

/** One of them is in every Forgenote database, also if its first migration was interrupted. */
const OWN_TABLES = ['migration_lease', 'commit_witnesses'];
/** Other programs have it too. TypeORM's command line creates it before the first migration. */
const MIGRATIONS = 'migrations';
const SHOWN = 3;

/**
 * Accepts an empty file and a database of Forgenote. Changes nothing.
 *
 * @throws CannotStart the file has the tables of another program
 */
export function requireForgenote(connection: SqliteConnection, path: string): void {
  const rows = connection
    .fixed("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all() as { name: string }[];
  const names = rows.map(({ name }) => name);
  const others = names.filter((name) => name !== MIGRATIONS);
  if (others.length === 0 || OWN_TABLES.some((name) => names.includes(name))) return;
  const more = others.length > SHOWN ? ', ...' : '';
  throw new CannotStart(
    `The file ${path} is not a Forgenote database: it has the tables ${others.slice(0, SHOWN).join(', ')}${more} of ` +
      'another program. Correct DATABASE_URL.',
  );
}
