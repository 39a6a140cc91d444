import { CannotStart } from '../../base/config/cannot-start.js';
import type { TableReader } from './pending-migrations.js';

/** This table exists while `restore` fills a server database. */
export const RESTORE_MARKER = 'unfinished_restore';

/** @throws CannotStart the database has only a part of its rows */
export async function requireRestored(reader: Pick<TableReader, 'hasTable'>): Promise<void> {
  if (await reader.hasTable(RESTORE_MARKER))
    throw new CannotStart(
      'The restore into this database has not finished: run it again. It removes what it has left.',
    );
}
