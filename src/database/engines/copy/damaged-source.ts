import { CannotStart } from '../../../base/config/cannot-start.js';
import { driverError } from '../../engine.js';
import { CONSTRAINT, primaryCodeOf } from '../sqlite-error-classes.js';

/** The rows to be copied contradict each other or their checksums. */
export class DamagedSource extends CannotStart {}

/** The codes of a violated unique index: of MySQL and MariaDB, and of SQLite. */
const DUPLICATES = new Set([1062, 1555, 2067]);
/** The codes of MySQL and MariaDB for a value that its column cannot have: null, out of range, wrong type, too long. */
const REFUSED_VALUES = new Set([1048, 1264, 1265, 1366, 1406]);

/** Explains a row that the database refuses. Returns other errors unchanged. */
export function refusedRow(table: string, error: unknown): unknown {
  const { errno, errcode } = driverError(error) as { errno?: number; errcode?: number };
  if (DUPLICATES.has(errno ?? 0) || DUPLICATES.has(errcode ?? 0))
    return new DamagedSource(
      `The source has two rows of ${table} where there can be only one: it is damaged. Nothing was kept.`,
    );
  if (REFUSED_VALUES.has(errno ?? 0) || primaryCodeOf(error) === CONSTRAINT)
    return new DamagedSource(
      `The source has a row of ${table} with a value that its column cannot have: it is damaged. Nothing was kept.`,
    );
  return error;
}
