import { certificates } from './certificates.js';
import { databaseAddress } from './database-address.js';
import * as read from './readers.js';
import { optional, setting, type ValueOf } from './setting.js';

export type LogLevel = Values['LOG_LEVEL'];
export type SettingName = keyof typeof settings;
export type Values = {
  [N in SettingName]: ValueOf<(typeof settings)[N]>;
};

export const settings = {
  HOST: setting(
    read.hostName,
    '127.0.0.1',
    'Address to listen on. `0.0.0.0` or `::` listens on all addresses.',
  ),
  PORT: setting(read.integer(0, 65535), '3000', 'Port to listen on. 0 picks a free port.'),
  PUBLIC_URL: optional(
    read.baseUrl,
    '`http://HOST:PORT`',
    'Base of all URLs in responses. May contain a path prefix.',
  ),
  DATABASE_URL: setting(
    databaseAddress,
    'sqlite:data/forgenote.sqlite',
    'The database. A relative path starts at the working directory.',
  ),
  DATABASE_CA: optional(
    certificates,
    'the certificates that Node trusts',
    'PEM file with the authorities of a server database. docs/databases.md describes TLS.',
  ),
  DATABASE_POOL: setting(
    read.integer(1, 200),
    '20',
    'Connections of a process to a server database for reads, and as many for writes.',
  ),
  SECRET_KEY: optional(
    read.secret(32, 1024),
    'generated once, stored next to the embedded database',
    'Encrypts private tokens at rest. Required with a server database. Must be the same for all instances.',
  ),
  SECRET_KEY_PREVIOUS: optional(
    read.secret(32, 1024),
    'no other key is accepted',
    'The key before SECRET_KEY, while it is replaced. docs/operating.md has the steps.',
  ),
  ADMIN_USERNAME: setting(
    read.username,
    'root',
    'Username of the first administrator. Created only if the database has no users.',
  ),
  ADMIN_EMAIL: setting(
    read.emailAddress,
    'admin@example.com',
    'E-mail address of the first administrator.',
  ),
  ADMIN_PASSWORD: optional(
    read.secret(8, 128),
    'random, shown once',
    'Password of the first administrator.',
  ),
  ADMIN_TOKEN: optional(
    read.privateToken,
    'random, shown once',
    'Private token of the first administrator.',
  ),
  RATE_LIMIT: setting(
    read.onOrOff,
    'on',
    '`off` disables the next four limits, whatever their values, for tests and benchmarks.',
  ),
  RATE_LIMIT_FAILED_AUTH: setting(
    read.integer(0, 1_000_000),
    '30',
    'Maximum number of failed authentications per client address in 3 minutes. 0 means no limit.',
  ),
  RATE_LIMIT_FAILED_SIGN_INS: setting(
    read.integer(0, 1_000_000),
    '30',
    'Maximum number of failed sign-ins to one account in 15 minutes. Beyond it, only addresses that have signed in ' +
      'before can sign in. 0 means no limit.',
  ),
  RATE_LIMIT_NOTES: setting(
    read.integer(0, 1_000_000),
    '300',
    'Maximum number of notes per user and minute. 0 means no limit.',
  ),
  RATE_LIMIT_MAILS: setting(
    read.integer(0, 1_000_000),
    '20',
    'Maximum number of addresses to which one user can have confirmation mails sent per day. 0 means no limit.',
  ),
  RATE_LIMIT_STORE: optional(
    read.redisUrl,
    'each instance counts alone',
    'Redis server that counts the rate limits of all instances together.',
  ),
  BODY_LIMIT: setting(
    read.integer(1024, 268_435_456),
    '1048576',
    'Maximum size of a request body, in bytes.',
  ),
  DRAIN_TIME: setting(
    read.integer(0, 3600),
    '2',
    'Seconds after SIGTERM in which the service is not ready but still accepts connections.',
  ),
  TRUSTED_PROXIES: setting(
    read.proxies,
    '',
    'Proxies whose `X-Forwarded-For` header is trusted. Without any, the address of the connection counts.',
  ),
  CORS_ORIGINS: setting(
    read.origins,
    '',
    'Origins whose pages may call the API from a browser. Without any, CORS is off.',
  ),
  SMTP_URL: optional(read.smtpUrl, 'no mail is sent', 'Server for outgoing mail.'),
  MAIL_FROM: setting(read.sender, 'forgenote@localhost', 'Sender of outgoing mail.'),
  LOG_LEVEL: setting(
    read.choice('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'info',
    'Minimum severity of log entries.',
  ),
  SLOW_REQUEST_MS: setting(
    read.integer(0, 600_000),
    '0',
    'Milliseconds from which a request is logged with the time of its database statements. 0 turns this off.',
  ),
  METRICS_PORT: optional(
    read.integer(1, 65535),
    'there are no metrics',
    'Port of `GET /metrics`, for Prometheus. docs/observing.md lists the metrics.',
  ),
  METRICS_HOST: setting(
    read.hostName,
    '127.0.0.1',
    'Address of `GET /metrics`. It needs no token: let only the monitoring reach it.',
  ),
  DEFAULT_PROJECTS_LIMIT: setting(
    read.integer(0, 1_000_000),
    '10',
    'Number of projects a new user may own, unless the request that creates the user sets it.',
  ),
  AUDIT_DAYS: setting(
    read.integer(0, 36_500),
    '365',
    'Days that audit events are kept. 0 keeps them for ever.',
  ),
  PUBLIC_PAGES: setting(
    read.onOrOff,
    'on',
    'Whether everyone, also without a token, can open pages such as `/<username>`, key files (`/<username>.keys`) ' +
      'and pictures. With `off` they return 404.',
  ),
  OPERATOR: optional(
    read.singleLine,
    'the page `/` does not say who runs the service',
    'Who runs the service: a name, and perhaps how to reach them. The page `/` shows it to everyone.',
  ),
  PROFILE_FIELDS: setting(
    read.choice('neutral', 'historic'),
    'neutral',
    'Names of three user fields in responses: `messenger`, `professional_network`, `microblog`, ' +
      'or `skype`, `linkedin`, `twitter`. Requests may use both.',
  ),
};
