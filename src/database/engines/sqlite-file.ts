import { statSync, writeFileSync, type Stats } from 'node:fs';
import { isOpenToOthers, requirePrivate } from '../../base/config/private-files.js';
import type { SqliteConnection } from './sqlite-connection.js';
import { LoggableError } from '../../base/log/loggable-error.js';
import { ServiceLogger } from '../../base/log/service-logger.js';

/** The file was deleted, replaced or emptied by others: a write would be lost at the next restart. */
export class DatabaseFileLost extends LoggableError {}

const LOG = '-wal';
/** The database, its write-ahead log, and the index of the log. */
const SUFFIXES = ['', LOG, '-shm'];

/**
 * Notices that the database file, its log or the index of the log was deleted or replaced, or that the database file was
 * emptied. SQLite itself continues with the files it has opened, and every commit would be lost.
 *
 * It only asks for the status of paths. If this process opened and closed one of the files, the operating system would
 * drop SQLite's locks on it.
 */
export class SqliteFile {
  private readonly logger = new ServiceLogger('database');
  /** In the order of `SUFFIXES`. Empty for TypeORM's command line, which opens the data source without the engine. */
  private opened: (Stats | undefined)[] = [];
  private problem?: DatabaseFileLost;

  constructor(private readonly path: string) {}

  /**
   * Creates the file for this account alone. SQLite would use the umask. Its other files get the mode of this one.
   *
   * @throws CannotStart others can read the log that a killed process has left
   */
  create(): void {
    if (!isOpenToOthers(this.path)) requirePrivate(this.path + LOG, `${this.path}-shm`);
    try {
      writeFileSync(this.path, '', { mode: 0o600, flag: 'wx' });
    } catch {
      // It exists, or SQLite says what is wrong.
    }
  }

  /**
   * Remembers which files this connection has just opened.
   *
   * @throws CannotStart others can read the database
   */
  open(connection: SqliteConnection): void {
    // Creates the log and its index.
    connection.pragma('schema_version');
    this.opened = SUFFIXES.map((suffix) => this.status(suffix));
    // Not before: a file that is no database gets the error of the pragma.
    requirePrivate(this.path);
  }

  /**
   * Call it directly before COMMIT. Once it has thrown, it always throws: SQLite's memory may no longer match the files,
   * so the service has to restart.
   *
   * @throws DatabaseFileLost the transaction would be lost
   */
  requireIntact(): void {
    if (this.problem) throw this.problem;
    for (const [i, opened] of this.opened.entries()) {
      if (!opened) continue;
      const suffix = SUFFIXES[i] ?? '';
      const present = this.status(suffix);
      if (!present) throw this.lost(suffix, 'was deleted');
      if (present.ino !== opened.ino || present.dev !== opened.dev)
        throw this.lost(suffix, 'was replaced by another file');
      if (suffix === '' && present.size === 0) throw this.lost(suffix, 'was emptied');
    }
  }

  private lost(suffix: string, what: string): DatabaseFileLost {
    const message = `The database file ${this.path}${suffix} ${what}.`;
    this.logger.error(
      `${message} Writes get 503, and the service is not ready. Stop it, put the original files back or delete ` +
        `${this.path}-wal and ${this.path}-shm and restore a backup, and start it.`,
    );
    return (this.problem = new DatabaseFileLost(message));
  }

  private status(suffix: string): Stats | undefined {
    return statSync(this.path + suffix, { throwIfNoEntry: false });
  }
}
