import { CannotStart } from './cannot-start.js';
import { conflicts } from './conflicts.js';
import type { DatabaseAddress } from './database-address.js';
import { readDirectory, type DirectoryConfig } from './directory.js';
import { readAll } from './read-all.js';
import { readSecretFiles } from './secret-files.js';
import { settings, type LogLevel, type Values } from './settings.js';
import { unknownSettings } from './unknown-settings.js';

export type { DatabaseAddress, DirectoryConfig, LogLevel };

/** Seconds from SIGTERM to the exit. Longer with a long DRAIN_TIME: half of it is for requests in flight. */
const SHUTDOWN_SECONDS = 10;

/** Injection token of the `Config`. */
export const CONFIG = Symbol('CONFIG');

export interface Config {
  http: HttpConfig;
  /** No trailing slash. Null if PORT is 0 and PUBLIC_URL is unset: the port is known only after `listen`. */
  publicUrl: string | null;
  database: DatabaseConfig;
  /** Null: generated once and stored next to the embedded database. */
  secretKey: string | null;
  /** Accepted beside `secretKey` during a rotation. */
  secretKeyPrevious: string | null;
  /** Starts although the key is lost: tokens that no key decrypts can no longer be shown. */
  acceptsLostKey: boolean;
  /** False in commands that neither read nor write tokens: they run although the key is lost. */
  usesKey: boolean;
  /**
   * Sends mails, finishes deletions, synchronizes the directory and deletes what is too old. False in commands: they may
   * run on a copy of the database, whose mails belong to others.
   */
  runsBackgroundWork: boolean;
  /** False in a host application: the service writes to the logger of the host only. */
  ownsTerminal: boolean;
  admin: AdminConfig;
  limits: LimitsConfig;
  mail: MailConfig;
  /** The LDAP directory. Null: there is none. */
  directory: DirectoryConfig | null;
  logLevel: LogLevel;
  /** Slower requests are logged with their statements. 0: none are. */
  slowRequestMs: number;
  /** Where `GET /metrics` listens. Null: nowhere. */
  metrics: { host: string; port: number } | null;
  defaultProjectsLimit: number;
  /** How long audit events are kept. 0 means for ever. */
  auditDays: number;
  /** Whether anonymous visitors can open pages, key files and pictures. */
  publicPages: boolean;
  /** Who runs the service, for the page `/`. Null: the page does not say it. */
  operator: string | null;
  /** Which names the API uses for the three profile fields that have two. */
  profileFields: Values['PROFILE_FIELDS'];
  /** For the log: what the operator should change. */
  warnings: string[];
}

interface HttpConfig {
  host: string;
  /** 0: any free port. */
  port: number;
  /** `http://localhost:*` stands for any port. Empty: CORS is off. */
  corsOrigins: '*' | string[];
  /** Addresses and CIDR ranges whose X-Forwarded-For header is trusted. */
  trustedProxies: string[];
  /** Bytes. */
  bodyLimit: number;
  /** Only tests change it. */
  requestTimeoutMs: number;
  /** Only tests change it. */
  headersTimeoutMs: number;
  /** From the signal to the exit. */
  shutdownTimeoutMs: number;
  drainMs: number;
}

/** The embedded database needs the address only. */
export type DatabaseConfig = DatabaseAddress & {
  /** The maximum number of connections to a server database. */
  pool: number;
  /** Certificates in PEM format that the certificate of the server must lead to. Null: those that Node trusts. */
  ca: string | null;
};

/** The first administrator. A null password or token is generated at random. */
interface AdminConfig {
  username: string;
  email: string;
  password: string | null;
  token: string | null;
}

interface LimitsConfig {
  /** False turns off all limits below. */
  enabled: boolean;
  /** Failed authentications per address and window; 0: no limit. */
  failedAuth: number;
  /** Failed sign-ins per account and window; 0: no limit. */
  failedSignIns: number;
  /** Notes created per user and minute; 0: no limit. */
  notesPerMinute: number;
  mailsPerDay: number;
  /** URL of the Redis server that counts for all instances; null: each instance counts alone. */
  storeUrl: string | null;
}

interface MailConfig {
  /** Null: no mail is sent. */
  smtpUrl: string | null;
  from: string;
}

/** All problems found in the settings. The message has one line per problem. */
export class ConfigError extends CannotStart {
  constructor(readonly problems: string[]) {
    super(problems.join('\n'));
    this.name = 'ConfigError';
  }
}

/** @throws ConfigError with all problems found */
export function readConfig(given: NodeJS.ProcessEnv): Config {
  const problems: string[] = [];
  const warnings: string[] = [];
  const env = readSecretFiles(given, problems, warnings);
  const values = readAll(settings, env, problems) as Partial<Values>;
  const directory = readDirectory(env, problems);
  problems.push(...conflicts(values), ...unknownSettings(given));
  if (problems.length > 0) throw new ConfigError(problems);
  return { ...toConfig(values as Values, directory), warnings };
}

/** The base URL if PUBLIC_URL is not set. */
export function listeningUrl(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function toConfig(values: Values, directory: DirectoryConfig | null): Omit<Config, 'warnings'> {
  return {
    http: {
      host: values.HOST,
      port: values.PORT,
      corsOrigins: values.CORS_ORIGINS,
      trustedProxies: values.TRUSTED_PROXIES,
      bodyLimit: values.BODY_LIMIT,
      requestTimeoutMs: 30_000,
      headersTimeoutMs: 10_000,
      shutdownTimeoutMs: Math.max(SHUTDOWN_SECONDS, 2 * values.DRAIN_TIME) * 1000,
      drainMs: values.DRAIN_TIME * 1000,
    },
    publicUrl:
      values.PUBLIC_URL ?? (values.PORT === 0 ? null : listeningUrl(values.HOST, values.PORT)),
    database: { ...values.DATABASE_URL, pool: values.DATABASE_POOL, ca: values.DATABASE_CA },
    secretKey: values.SECRET_KEY,
    secretKeyPrevious: values.SECRET_KEY_PREVIOUS,
    acceptsLostKey: false,
    usesKey: true,
    runsBackgroundWork: true,
    ownsTerminal: true,
    admin: {
      username: values.ADMIN_USERNAME,
      email: values.ADMIN_EMAIL,
      password: values.ADMIN_PASSWORD,
      token: values.ADMIN_TOKEN,
    },
    limits: {
      enabled: values.RATE_LIMIT,
      failedAuth: values.RATE_LIMIT_FAILED_AUTH,
      failedSignIns: values.RATE_LIMIT_FAILED_SIGN_INS,
      notesPerMinute: values.RATE_LIMIT_NOTES,
      mailsPerDay: values.RATE_LIMIT_MAILS,
      storeUrl: values.RATE_LIMIT_STORE,
    },
    mail: { smtpUrl: values.SMTP_URL, from: values.MAIL_FROM },
    directory,
    logLevel: values.LOG_LEVEL,
    slowRequestMs: values.SLOW_REQUEST_MS,
    metrics:
      values.METRICS_PORT === null
        ? null
        : { host: values.METRICS_HOST, port: values.METRICS_PORT },
    defaultProjectsLimit: values.DEFAULT_PROJECTS_LIMIT,
    auditDays: values.AUDIT_DAYS,
    publicPages: values.PUBLIC_PAGES,
    operator: values.OPERATOR,
    profileFields: values.PROFILE_FIELDS,
  };
}
