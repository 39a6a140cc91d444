import { CannotStart } from '../../base/config/cannot-start.js';

type Version = readonly [major: number, minor: number];

interface Product {
  /** From this version on, the service is supported. */
  supported: Version;
  /** From this version on, the service starts with a warning. */
  least: Version;
}

const MARIADB: Product = { supported: [10, 11], least: [10, 6] };
const MYSQL: Product = { supported: [8, 4], least: [8, 0] };
const SUPPORTED = 'MySQL from 8.4 or MariaDB from 10.11';

/** Servers that speak MySQL's protocol and are not MySQL. Their versions start with one of MySQL. */
const OTHER_PRODUCTS = /tidb|vitess|oceanbase|singlestore|polardb/i;

/** The bundled SQLite has it. From this version on, `wal_checkpoint(NOOP)` leaves the log alone. */
const LEAST_SQLITE: Version = [3, 51];

/**
 * Returns a warning if the version of the server works but is not supported.
 *
 * @param version as `SELECT VERSION()` returns it
 * @throws CannotStart the server does not have what the service needs
 */
export function checkServerVersion(version: string): string | undefined {
  const { supported, least } = /mariadb/i.test(version) ? MARIADB : MYSQL;
  if (OTHER_PRODUCTS.test(version) || !isFrom(least, version))
    throw new CannotStart(
      `The database server has version ${version}, which does not work: use ${SUPPORTED}.`,
    );
  if (isFrom(supported, version)) return undefined;
  return `The database server has version ${version}, which works but is not supported: use ${SUPPORTED}.`;
}

/**
 * @param version as `sqlite_version()` returns it
 * @throws CannotStart SQLite does not have what the service needs
 */
export function checkSqliteVersion(version: string): void {
  if (!isFrom(LEAST_SQLITE, version))
    throw new CannotStart(
      `SQLite has version ${version}, which does not work: use SQLite from ${LEAST_SQLITE.join('.')}, as npm installs it.`,
    );
}

/** False for text that does not start with a version. */
function isFrom([major, minor]: Version, version: string): boolean {
  const [, theirMajor, theirMinor] = /^(\d+)\.(\d+)\./.exec(version) ?? [];
  return (
    Number(theirMajor) > major || (Number(theirMajor) === major && Number(theirMinor) >= minor)
  );
}
