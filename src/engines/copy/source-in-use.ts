import { CannotStart } from '../../config/cannot-start.js';
import type { DatabaseConfig } from '../../config/config.js';
import { settingOf } from '../../config/database-address.js';

/** A process may write what the copy lacks. */
export const sourceInUse = (database: DatabaseConfig): CannotStart =>
  new CannotStart(
    `A service uses the database of ${settingOf(database)}, and its later writes would be lost: stop it first.`,
  );

/** A process has written what the copy lacks. It need not be connected any more. */
export const sourceChanged = (database: DatabaseConfig): CannotStart =>
  new CannotStart(
    `Another process has changed the database of ${settingOf(database)} during the copy, and the copy lacks that. Nothing was kept: ` +
      'stop the services and commands that use this database, then run this again.',
  );
