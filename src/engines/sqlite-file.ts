import { statSync, writeFileSync, type Stats } from 'node:fs';
import { isOpenToOthers, requirePrivate } from '../config/private-files.js';
import type { SqliteConnection } from './sqlite-connection.js';
import { classOfCode, resultCodeOf } from './sqlite-error-classes.js';
import { isTruncated } from './sqlite-truncation.js';
import { LoggableError } from '../log/loggable-error.js';
import { ServiceLogger } from '../log/service-logger.js';

/** The file was deleted, replaced or changed by others: a write would be lost at the next restart. */
export class DatabaseFileLost extends LoggableError {}

/** The file has changed. Whether SQLite did it can only be found out when no transaction is open. */
export class DatabaseFileDoubtful extends LoggableError {
  constructor() {
    super('The database file has changed since the last commit');
  }
}

const MAIN = '';
const LOG = '-wal';
const SUFFIXES = [MAIN, LOG, '-shm'] as const;
type Status = Stats | undefined;
type Statuses = Record<(typeof SUFFIXES)[number], Status>;

/**
 * Notices that the database file, its log or the index of the log was deleted, replaced, truncated or overwritten.
 * SQLite itself continues with the files it has opened, and every commit would be lost.
 *
 * It only asks for the status of paths, and reads the log. If this process opened and closed the database file or the
 * index, the operating system would drop SQLite's locks on it.
 */
export class SqliteFile {
  private readonly logger = new ServiceLogger('database');
  /** Unset for TypeORM's command line, which opens the data source without the engine. Nothing is checked then. */
  private opened?: Statuses;
  /** How the last write of this process left the main file. */
  private main: Status;
  private logSize = 0;
  /** The state of the log after the last write, as SQLite counts it. */
  private checkpoint = '';
  /** Changes when another process commits. */
  private version = '';
  private doubtful = false;
  /** The main file has changed while another process wrote: only a transaction can tell whether it is complete. */
  private unproven = false;
  private problem?: DatabaseFileLost | undefined;

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
    this.opened = this.look();
    this.version = ask(connection, 'data_version');
    this.accept(connection);
    // Only now it is known that the file is a database.
    requirePrivate(this.path);
  }

  /** @throws DatabaseFileLost a write would be lost */
  beforeTransaction(connection: SqliteConnection): void {
    if (!this.opened) return;
    if (this.doubtful || this.hasMainChanged(this.status(MAIN))) this.settle(connection);
  }

  /**
   * Called directly after BEGIN.
   *
   * @throws DatabaseFileLost the file lacks pages
   */
  afterBegin(connection: SqliteConnection): void {
    if (!this.unproven) return;
    const size = this.status(MAIN)?.size ?? 0;
    if (isTruncated(connection, this.path, size)) throw this.lost('was truncated');
    this.unproven = false;
  }

  /**
   * Called directly before COMMIT.
   *
   * @throws DatabaseFileLost the transaction would be lost
   * @throws DatabaseFileDoubtful the transaction has to be rolled back and run again
   */
  beforeCommit(): void {
    if (!this.opened) return;
    const now = this.look();
    this.requireSameFiles(now);
    this.doubtful = this.hasChanged(now);
    if (this.doubtful) throw new DatabaseFileDoubtful();
    this.logSize = now[LOG]?.size ?? 0;
    this.problem = undefined;
  }

  /** Remembers how this process left the file. Never throws: the commit has happened. */
  afterCommit(connection: SqliteConnection): void {
    try {
      this.remember(connection);
    } catch {
      // The next transaction looks at the file again.
      this.doubtful = true;
    }
  }

  private remember(connection: SqliteConnection): void {
    this.main = this.status(MAIN);
    this.checkpoint = stateOfLog(connection);
  }

  /** @throws DatabaseFileLost a write would fail now */
  requireIntact(connection: SqliteConnection): void {
    if (!connection.isInTransaction) this.settle(connection);
    if (this.problem) throw this.problem;
  }

  private settle(connection: SqliteConnection): void {
    const now = this.look();
    this.requireSameFiles(now);
    const hasMainChanged = this.hasMainChanged(now[MAIN]);
    if (this.hasChanged(now) && !this.hasSqliteWritten(connection))
      throw this.lost('was changed by another program');
    this.unproven ||= hasMainChanged;
    // A transaction has found the file truncated. The next one looks again.
    const { problem } = this;
    this.accept(connection);
    if (this.unproven && problem) this.problem = problem;
  }

  private accept(connection: SqliteConnection): void {
    this.remember(connection);
    this.logSize = this.status(LOG)?.size ?? 0;
    this.doubtful = false;
    this.problem = undefined;
  }

  /**
   * Every checkpoint changes the state of the log when it ends. Once another process has committed, one of its
   * checkpoints may be running at any time, so no change of the file is suspicious any more.
   */
  private hasSqliteWritten(connection: SqliteConnection): boolean {
    return (
      ask(connection, 'data_version') !== this.version || stateOfLog(connection) !== this.checkpoint
    );
  }

  private requireSameFiles(now: Statuses): void {
    for (const suffix of SUFFIXES) {
      const opened = this.opened?.[suffix];
      const present = now[suffix];
      if (!opened) continue;
      if (!present) throw this.lost('was deleted', suffix);
      if (present.ino !== opened.ino || present.dev !== opened.dev)
        throw this.lost('was replaced by another file', suffix);
    }
    if (now[MAIN]?.size === 0) throw this.lost('was emptied');
  }

  private hasChanged({ [MAIN]: main, [LOG]: log }: Statuses): boolean {
    return this.hasMainChanged(main) || (log?.size ?? 0) < this.logSize;
  }

  private hasMainChanged(main: Status): boolean {
    return main?.size !== this.main?.size || main?.mtimeMs !== this.main?.mtimeMs;
  }

  /** Logs the reason when it is new. */
  private lost(what: string, suffix = ''): DatabaseFileLost {
    const message = `The database file ${this.path}${suffix} ${what}.`;
    if (this.problem?.message !== message) {
      this.logger.error(
        `${message} Writes get 503, and the service is not ready. Put the original file back. Or stop the service, ` +
          `delete ${this.path}-wal and ${this.path}-shm, restore a backup, and start the service.`,
      );
    }
    return (this.problem = new DatabaseFileLost(message));
  }

  private look(): Statuses {
    const [main, log, index] = SUFFIXES.map((suffix) => this.status(suffix));
    return { [MAIN]: main, [LOG]: log, '-shm': index };
  }

  private status(suffix: string): Status {
    return statSync(this.path + suffix, { throwIfNoEntry: false });
  }
}

/** How many pages the log has, and how many of them are in the main file. Fails while a transaction is open. */
function stateOfLog(connection: SqliteConnection): string {
  try {
    return ask(connection, 'wal_checkpoint(NOOP)');
  } catch (error) {
    // This process cannot change the file.
    if (classOfCode(resultCodeOf(error)) === 'read-only') return '';
    throw error;
  }
}

/** The answer of a PRAGMA as text. */
function ask(connection: SqliteConnection, pragma: string): string {
  return Object.values(connection.fixed(`PRAGMA ${pragma}`).get() as object).join();
}
