import { isIP } from 'node:net';
import { databaseOptions, type DatabaseOptions } from './database-options.js';
import { parseUrl, InvalidSetting, type Reader } from './readers.js';

export type DatabaseAddress = SqliteAddress | MysqlAddress;

interface SqliteAddress {
  kind: 'sqlite';
  path: string;
  /** False skips the fsync on commit. Not a setting: only for databases that are deleted with the process. */
  durable?: boolean;
}

export interface MysqlAddress extends DatabaseOptions {
  kind: 'mysql';
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

const expected = 'sqlite:PATH, mysql://user:password@host:port/database or mariadb://...';
const encoded = 'special characters in user and password percent-encoded (@ is %40, # is %23)';

/** Error messages never repeat the address, because it can contain a password. */
export const databaseAddress: Reader<DatabaseAddress> = {
  expected,
  isConfidential: true,
  read(text) {
    if (text.startsWith('sqlite:')) return sqlite(text.slice('sqlite:'.length));
    if (/^(mysql|mariadb):\/\//.test(text)) return server(text);
    throw new InvalidSetting(`must be ${expected}`);
  },
};

function sqlite(path: string): SqliteAddress {
  // With a slash at its end, a file would be created, but not found.
  if (path.trim() === '' || /(^|\/)\.{0,2}$/.test(path))
    throw new InvalidSetting('must name a file: sqlite:data/forgenote.sqlite');
  // SQLite would create a file with these characters in its name, beside the one that was meant.
  if (path.trim() !== path || /[\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(path))
    throw new InvalidSetting(
      'must name a file without white space around it or invisible characters',
    );
  if (path === ':memory:' || path.includes('?'))
    throw new InvalidSetting('must name a file, without options: sqlite:data/forgenote.sqlite');
  // SQLite opens it as a URL, and all else would take it for the name of another file.
  if (/^file:/i.test(path))
    throw new InvalidSetting(
      'must name a file by its path, not as file: (sqlite:data/forgenote.sqlite)',
    );
  if (/^\/\/[^/]/.test(path))
    throw new InvalidSetting(
      'must not begin with sqlite:// (sqlite:relative/path or sqlite:/absolute/path)',
    );
  return { kind: 'sqlite', path: path.replace(/^\/+/, '/') };
}

function server(text: string): MysqlAddress {
  const url = parseUrl(text);
  if (!url) throw new InvalidSetting(`must be ${expected}, ${encoded}`);
  if (url.hash || `${url.pathname}${url.search}`.includes('@'))
    throw new InvalidSetting(`must end with the database and its options, ${encoded}`);
  if (!url.hostname) throw new InvalidSetting('must name a host');
  if (!url.username) throw new InvalidSetting('must name a user');
  const database = decode(url.pathname.slice(1));
  if (!database || database.includes('/'))
    throw new InvalidSetting('must name one database after the host');
  const options = databaseOptions(url.searchParams);
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (options.socketPath !== undefined && (host !== 'localhost' || url.port))
    throw new InvalidSetting('must name the host localhost, without a port, with socketPath');
  // The driver would compare the certificate with `localhost` instead.
  if (options.tls === 'VERIFY_IDENTITY' && isIP(host) !== 0)
    throw new InvalidSetting(
      'must name the host, not its address, so that the certificate can be verified. ' +
        'ssl-mode=VERIFY_CA verifies it without the name',
    );
  return {
    kind: 'mysql',
    host,
    port: Number(url.port || 3306),
    user: decode(url.username),
    password: decode(url.password),
    database,
    ...options,
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new InvalidSetting(
      'contains a % that does not start a percent-encoded character (write % as %25)',
    );
  }
}
