import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, rmSync } from 'node:fs';
import { CannotStart } from '../config/cannot-start.js';
import { classOfCode, resultCodeOf } from '../engines/sqlite-error-classes.js';
import { DatabaseSync, type Prepared, type SqliteDatabase } from '../engines/sqlite-library.js';

/** Version of the file format. Increase it when the tables or requests change: other versions are discarded. */
const FORMAT = 2;
/** How long opening waits for another process, in milliseconds. */
const LOCK_MS = 1_000;

/** Marks the files of this class for SQLite, so that no other database loses its tables. */
const APPLICATION = 0x666f7267;

const CREATE = `
  BEGIN;
  DROP TABLE IF EXISTS source;
  DROP TABLE IF EXISTS responses;
  CREATE TABLE source (base TEXT, token TEXT, started_at TEXT, warnings TEXT);
  CREATE TABLE responses (path TEXT PRIMARY KEY, text TEXT NOT NULL, link TEXT, next_page TEXT) WITHOUT ROWID;
  PRAGMA application_id = ${APPLICATION};
  PRAGMA user_version = ${FORMAT};
  COMMIT`;
const TABLES = 'SELECT count(*) AS tables FROM sqlite_master';
const SOURCE = 'SELECT base, token, started_at, warnings FROM source';
const START = 'INSERT INTO source (base, token, started_at) VALUES (?, ?, ?)';
const COUNT = 'SELECT count(*) AS count FROM responses';
const FIND = 'SELECT text, link, next_page FROM responses WHERE path = ?';
const KEEP = 'INSERT INTO responses (path, text, link, next_page) VALUES (?, ?, ?, ?)';
const FORGET = 'DELETE FROM responses WHERE path = ?';
const COMPLETE = 'UPDATE source SET warnings = ?';

/** A server with the historic interface. */
export interface Server {
  /** The URL of the interface, without a slash at its end. */
  base: string;
  token: string;
}

/** What the import reads of a response. */
export interface Answer {
  text: string;
  /** The headers `Link` and `X-Next-Page`. */
  link: string | null;
  next_page: string | null;
}

interface Source {
  base: string;
  token: string;
  started_at: string;
  warnings: string | null;
}

/**
 * Complete responses of another server, in an SQLite file that only this account can read. SQLite because its file
 * survives `kill -9` at any moment, and because the system releases its lock when the process ends.
 */
export class ResponseFile {
  /** What the operator should know about an earlier download, or null. */
  readonly notice: string | null;
  private readonly statements = new Map<string, Prepared>();

  private constructor(
    private readonly file: string,
    private readonly database: SqliteDatabase,
    server: Server,
  ) {
    this.notice = this.prepare(server);
  }

  /**
   * Continues with the responses that are in the file, if they are of this server and token. Otherwise removes them.
   *
   * @throws CannotStart another process uses the file, it is a different kind of file, or it cannot be written
   */
  static open(file: string, server: Server): ResponseFile {
    let database: SqliteDatabase | undefined;
    try {
      createPrivateFile(file);
      database = new DatabaseSync(file, { timeout: LOCK_MS });
      // With `synchronous = NORMAL`, a crash of the machine loses the latest responses, but does not damage the file.
      database.exec(
        'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL',
      );
      return new ResponseFile(file, database, server);
    } catch (error) {
      database?.close();
      throw problemOf(file, error);
    }
  }

  /** What was left out of a complete download. Null while it is not complete. */
  get warnings(): string[] | null {
    const { warnings = null } = this.source() ?? {};
    return warnings === null ? null : (JSON.parse(warnings) as string[]);
  }

  get count(): number {
    return (this.prepared(COUNT).get() as { count: number }).count;
  }

  find(path: string): Answer | undefined {
    return this.prepared(FIND).get(path) as Answer | undefined;
  }

  keep(path: string, { text, link, next_page }: Answer): void {
    try {
      this.prepared(KEEP).run(path, text, link, next_page);
    } catch (error) {
      throw problemOf(this.file, error);
    }
  }

  /** Lets a continued download ask for it again. */
  forget(path: string): void {
    try {
      this.prepared(FORGET).run(path);
    } catch (error) {
      throw problemOf(this.file, error);
    }
  }

  complete(warnings: readonly string[]): void {
    this.prepared(COMPLETE).run(JSON.stringify(warnings));
  }

  close(): void {
    this.statements.clear();
    this.database.close();
  }

  /** Closes the file and removes it, with its log. */
  remove(): void {
    this.close();
    for (const suffix of ['', '-wal']) rmSync(this.file + suffix, { force: true });
  }

  private source(): Source | undefined {
    return this.prepared(SOURCE).get() as Source | undefined;
  }

  /** Returns the notice. */
  private prepare({ base, token }: Server): string | null {
    const digest = createHash('sha256').update(token).digest('base64');
    const { tables } = this.prepared(TABLES).get() as { tables: number };
    if (tables > 0 && this.number('application_id') !== APPLICATION) throw notADownload(this.file);
    const source = this.number('user_version') === FORMAT ? this.source() : undefined;
    if (source?.base === base && source.token === digest)
      return `${this.file} has ${this.count} responses since ${source.started_at}: the download continues. To start again, remove this file.`;
    this.database.exec(CREATE);
    this.prepared(START).run(base, digest, new Date().toISOString());
    if (tables === 0) return null;
    return `${this.file} was of another URL, token or version: the download starts again.`;
  }

  private number(pragma: string): unknown {
    const row = this.database.prepare(`PRAGMA ${pragma}`).get() as Record<string, unknown>;
    return row[pragma];
  }

  private prepared(sql: string): Prepared {
    let statement = this.statements.get(sql);
    if (!statement) this.statements.set(sql, (statement = this.database.prepare(sql)));
    return statement;
  }
}

/**
 * SQLite would create a file that everybody can read. Its log gets the mode of this file.
 *
 * @throws CannotStart others made the file, or can read it: in a shared folder it may be a trap
 */
function createPrivateFile(file: string): void {
  const handle = openSync(file, 'a', 0o600);
  const { mode, uid } = fstatSync(handle);
  closeSync(handle);
  // Windows has neither.
  if (process.getuid && ((mode & 0o077) !== 0 || uid !== process.getuid()))
    throw notADownload(file);
}

const notADownload = (file: string) =>
  new CannotStart(`${file} is not a download of this command: remove it, or name another file.`);

function problemOf(file: string, error: unknown): unknown {
  if (error instanceof CannotStart) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  const kind = classOfCode(resultCodeOf(error));
  if (kind === 'repeat')
    return new CannotStart(
      `${file} is in use: another import reads a server into it. Wait for it.`,
    );
  if (kind === 'corrupt') return notADownload(file);
  return new CannotStart(
    `${file} cannot be written (${code ?? message}): name a file in a folder with free space that this account can write.`,
  );
}
