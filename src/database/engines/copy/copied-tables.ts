import { RESTORE_MARKER } from '../unfinished-restore.js';

/** Tables that say something about this database, not about the service: the target makes its own. */
const OWN_TABLES = new Set([
  'migrations',
  'schema_compatibility',
  'migration_lease',
  RESTORE_MARKER,
]);

export const isCopied = (table: string): boolean =>
  !OWN_TABLES.has(table) && !table.startsWith('sqlite_');
