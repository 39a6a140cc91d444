import { InvalidSetting } from './readers.js';

/** How a connection to the database uses TLS: the names of MySQL's own clients. */
type TlsMode = 'REQUIRED' | 'VERIFY_CA' | 'VERIFY_IDENTITY';

export interface DatabaseOptions {
  /** Missing: connections are not encrypted. */
  tls?: TlsMode;
  /** The Unix socket of the server, instead of its host and port. */
  socketPath?: string;
  connectTimeoutMs?: number;
}

const NAMES = 'ssl, ssl-mode, socketPath and connectTimeout';

/** Reads the options at the end of DATABASE_URL. The messages repeat no value: it may be a part of the password. */
export function databaseOptions(given: URLSearchParams): DatabaseOptions {
  const options: DatabaseOptions = {};
  for (const [name, value] of given) {
    const read = READERS[name];
    if (given.getAll(name).length > 1 || !read?.(options, value))
      throw new InvalidSetting(
        `must have no options after the database but ${NAMES}: docs/databases.md has their values`,
      );
  }
  if (given.has('ssl') && given.has('ssl-mode'))
    throw new InvalidSetting('must have one of the options ssl and ssl-mode, not both');
  return options;
}

/** Each sets an option. False if the value is not valid. */
const READERS: Record<string, (options: DatabaseOptions, value: string) => boolean> = {
  ssl(options, value) {
    if (value === 'true') options.tls = 'VERIFY_IDENTITY';
    return value === 'true' || value === 'false';
  },
  'ssl-mode'(options, value) {
    const mode = (['REQUIRED', 'VERIFY_CA', 'VERIFY_IDENTITY'] as const).find(
      (one) => one === value.toUpperCase(),
    );
    if (mode) options.tls = mode;
    return mode !== undefined || value.toUpperCase() === 'DISABLED';
  },
  socketPath(options, value) {
    options.socketPath = value;
    return value.startsWith('/');
  },
  connectTimeout(options, value) {
    options.connectTimeoutMs = Number(value);
    return /^\d{3,5}$/.test(value);
  },
};
