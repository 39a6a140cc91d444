import { databaseAddress } from './database-address.js';
import * as read from './readers.js';

/** A variable of the environment: the one declaration behind Config, the messages and the documents. */
export interface Setting<T> {
  description: string;
  expected: string;
  /** As one would write it; empty when there is none. */
  default: string;
  /** What happens without it, where there is no default to write down. */
  absent?: string;
  /** Empty text counts as not set. */
  read(text: string): T;
}

export type LogLevel = Values['LOG_LEVEL'];
export type SettingName = keyof typeof settings;
export type Values = {
  [N in SettingName]: (typeof settings)[N] extends Setting<infer T> ? T : never;
};

export const settings = {
  HOST: setting(
    read.hostName,
    '127.0.0.1',
    'The address it listens on; `0.0.0.0` or `::` for all.',
  ),
  PORT: setting(read.integer(0, 65535), '3000', 'The port it listens on; 0 takes any free one.'),
  WORKERS: setting(
    read.integer(1, 64),
    '1',
    'Processes that share the port; see docs/operating.md for when more than one helps.',
  ),
  PUBLIC_URL: optional(
    read.baseUrl,
    '`http://HOST:PORT`',
    'The base of every URL the service writes; a path prefix is allowed.',
  ),
  DATABASE_URL: setting(
    databaseAddress,
    'sqlite:data/forgenote.sqlite',
    'Where the data is. A relative path begins at the working directory.',
  ),
  DATABASE_POOL: setting(
    read.integer(1, 200),
    '10',
    'The most connections to a server database, per process.',
  ),
  SECRET_KEY: optional(
    read.secret(32, 1024),
    'made once, kept beside the embedded database',
    'Encrypts private tokens at rest. Required with a server database, the same for every instance.',
  ),
  ADMIN_USERNAME: setting(
    read.username,
    'root',
    'The first administrator, made only when the database has no user.',
  ),
  ADMIN_EMAIL: setting(read.emailAddress, 'admin@example.com', 'Its e-mail address.'),
  ADMIN_PASSWORD: optional(read.secret(8, 128), 'random, shown once', 'Its password.'),
  ADMIN_TOKEN: optional(read.privateToken, 'random, shown once', 'Its private token.'),
  RATE_LIMIT: setting(
    read.onOrOff,
    'on',
    'Off lifts the two limits below, for tests and benchmarks.',
  ),
  RATE_LIMIT_FAILED_AUTH: setting(
    read.integer(0, 1_000_000),
    '30',
    'Failed authentications from one address in the window; 0 is no limit.',
  ),
  RATE_LIMIT_FAILED_AUTH_WINDOW: setting(
    read.integer(1, 86_400),
    '180',
    'That window, in seconds.',
  ),
  RATE_LIMIT_NOTES: setting(
    read.integer(0, 1_000_000),
    '300',
    'Notes one user may create in a minute; 0 is no limit.',
  ),
  BODY_LIMIT: setting(
    read.integer(1024, 268_435_456),
    '1048576',
    'The longest request body, in bytes.',
  ),
  BODY_LIMIT_NOTES: setting(
    read.integer(1024, 268_435_456),
    '8388608',
    'The same where notes are created or modified.',
  ),
  HEADERS_TIMEOUT: setting(
    read.integer(1, 3600),
    '10',
    'Seconds in which the headers of a request must be there; at most REQUEST_TIMEOUT.',
  ),
  REQUEST_TIMEOUT: setting(
    read.integer(1, 3600),
    '30',
    'Seconds in which a request must be complete.',
  ),
  SHUTDOWN_TIMEOUT: setting(
    read.integer(1, 3600),
    '10',
    'Seconds that requests in flight get to finish after SIGTERM.',
  ),
  TRUSTED_PROXIES: setting(
    read.proxies,
    '',
    'Whose `X-Forwarded-For` counts. Without any, the address of the connection does.',
  ),
  CORS_ORIGINS: setting(
    read.origins,
    '',
    'The origins whose pages may call the service from a browser. Without any, CORS is off.',
  ),
  SMTP_URL: optional(read.smtpUrl, 'no mail is sent', 'The server that takes outgoing mail.'),
  MAIL_FROM: setting(read.sender, 'forgenote@localhost', 'The sender of that mail.'),
  LOG_LEVEL: setting(
    read.choice('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'info',
    'The least severe entries the log keeps.',
  ),
  DEFAULT_PROJECTS_LIMIT: setting(
    read.integer(0, 1_000_000),
    '10',
    'The projects a new user may own, unless it is said with the user.',
  ),
  PUBLIC_PROFILES: setting(
    read.onOrOff,
    'on',
    'Whether everybody may see the page of a user at `/<username>`; off answers 404 there.',
  ),
  PROFILE_FIELDS: setting(
    read.choice('neutral', 'historic'),
    'neutral',
    'How three fields of users are called: `messenger`, `professional_network`, `microblog`, ' +
      'or `skype`, `linkedin`, `twitter`. Both are taken.',
  ),
};

function setting<T>(reader: read.Reader<T>, byDefault: string, description: string): Setting<T> {
  return {
    description,
    expected: reader.expected,
    default: byDefault,
    read: (text) => reader.read(text || byDefault),
  };
}

function optional<T>(
  reader: read.Reader<T>,
  absent: string,
  description: string,
): Setting<T | null> {
  return {
    description,
    expected: reader.expected,
    default: '',
    absent,
    read: (text) => (text ? reader.read(text) : null),
  };
}
