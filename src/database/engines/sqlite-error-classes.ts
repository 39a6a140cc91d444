import { driverError, type ErrorClass } from '../engine.js';

interface CodeClass {
  code: number;
  name: string;
  kind: ErrorClass;
  /** SQLite's message. The driver reports no code for errors in statements that return rows. */
  message?: string;
}

/** What each result code of SQLite means for a request. Extended codes without a row count as their primary code. */
const SQLITE_ERROR_CLASSES: readonly CodeClass[] = [
  { code: 5, name: 'BUSY', kind: 'repeat', message: 'database is locked' },
  { code: 6, name: 'LOCKED', kind: 'repeat', message: 'database table is locked' },
  { code: 7, name: 'NOMEM', kind: 'unavailable', message: 'out of memory' },
  { code: 8, name: 'READONLY', kind: 'read-only', message: 'attempt to write a readonly database' },
  // A crashed process left a log that only a writer can recover.
  { code: 264, name: 'READONLY_RECOVERY', kind: 'unavailable' },
  { code: 520, name: 'READONLY_CANTLOCK', kind: 'unavailable' },
  { code: 776, name: 'READONLY_ROLLBACK', kind: 'unavailable' },
  // The file was renamed or deleted, so a write to it would be lost.
  { code: 1032, name: 'READONLY_DBMOVED', kind: 'unavailable' },
  { code: 1288, name: 'READONLY_CANTINIT', kind: 'unavailable' },
  { code: 10, name: 'IOERR', kind: 'unavailable', message: 'disk I/O error' },
  // No space for the index of the log.
  { code: 4874, name: 'IOERR_SHMSIZE', kind: 'full' },
  { code: 8202, name: 'IOERR_DATA', kind: 'corrupt' },
  { code: 8458, name: 'IOERR_CORRUPTFS', kind: 'corrupt' },
  { code: 11, name: 'CORRUPT', kind: 'corrupt', message: 'database disk image is malformed' },
  { code: 13, name: 'FULL', kind: 'full', message: 'database or disk is full' },
  { code: 14, name: 'CANTOPEN', kind: 'unavailable', message: 'unable to open database file' },
  // Several processes open the log at the same time.
  { code: 15, name: 'PROTOCOL', kind: 'repeat', message: 'locking protocol' },
  { code: 17, name: 'SCHEMA', kind: 'repeat', message: 'database schema has changed' },
  { code: 23, name: 'AUTH', kind: 'fault', message: 'not authorized' },
  { code: 26, name: 'NOTADB', kind: 'corrupt', message: 'file is not a database' },
];

export const [PERM, BUSY, LOCKED] = [3, 5, 6];
export const [CORRUPT, CANTOPEN, CONSTRAINT, NOTADB] = [11, 14, 19, 26];
const KIND_OF_CODE = new Map(SQLITE_ERROR_CLASSES.map(({ code, kind }) => [code, kind]));
const CODE_OF_MESSAGE = new Map(SQLITE_ERROR_CLASSES.map(({ code, message }) => [message, code]));

/** The result code of an error, extended if SQLite reported an extended one. 0 for errors of other origin. */
export function resultCodeOf(error: unknown): number {
  const { errcode, message } = driverError(error) as { errcode?: number; message?: string };
  // The start has checked the schema, so another database was copied over the file.
  if (message?.startsWith('no such table: ')) return CORRUPT;
  return errcode ?? CODE_OF_MESSAGE.get(message ?? '') ?? 0;
}

/** The result code without what an extended one adds. */
export const primaryCodeOf = (error: unknown): number => resultCodeOf(error) & 0xff;

/** The low byte of an extended code is its primary code. */
export function classOfCode(code: number): ErrorClass {
  return KIND_OF_CODE.get(code) ?? KIND_OF_CODE.get(code & 0xff) ?? 'fault';
}
