import { CannotStart } from './cannot-start.js';
import type { DatabaseAddress } from './database-address.js';
import { Unreadable } from './readers.js';
import { settings, type LogLevel, type SettingName, type Values } from './settings.js';
import { unknownSettings } from './unknown-settings.js';

export type { DatabaseAddress, LogLevel };

/** What a service injects to be given the `Config`. */
export const CONFIG = Symbol('CONFIG');

export interface Config {
  http: HttpConfig;
  /** Without a trailing slash; null until it listens when PORT is 0 and PUBLIC_URL is not set. */
  publicUrl: string | null;
  database: DatabaseConfig;
  /** Null: made once and kept beside the embedded database. */
  secretKey: string | null;
  admin: AdminConfig;
  limits: LimitsConfig;
  mail: MailConfig;
  /** Processes that listen on the port. */
  workers: number;
  logLevel: LogLevel;
  defaultProjectsLimit: number;
  /** Whether strangers may see the pages of users. */
  publicProfiles: boolean;
  /** How the fields of a profile that have two names are called. */
  profileFields: Values['PROFILE_FIELDS'];
}

export interface HttpConfig {
  host: string;
  /** 0: any free port. */
  port: number;
  /** No origin: CORS is off. */
  corsOrigins: '*' | string[];
  /** Addresses and CIDR ranges whose X-Forwarded-For counts. */
  trustedProxies: string[];
  /** Bytes. */
  bodyLimit: number;
  /** Bytes. */
  notesBodyLimit: number;
  requestTimeoutMs: number;
  headersTimeoutMs: number;
  shutdownTimeoutMs: number;
}

/** `pool` bounds the connections to a server database; the embedded one has no use for it. */
export type DatabaseConfig = DatabaseAddress & { pool: number };

/** The first administrator; null: made at random. */
export interface AdminConfig {
  username: string;
  email: string;
  password: string | null;
  token: string | null;
}

export interface LimitsConfig {
  /** False: none of the numbers below counts. */
  enabled: boolean;
  /** Failed authentications per address and window; 0: no limit. */
  failedAuth: number;
  failedAuthWindowMs: number;
  /** Notes created per user and minute; 0: no limit. */
  notesPerMinute: number;
}

export interface MailConfig {
  /** Null: no mail is sent. */
  smtpUrl: string | null;
  from: string;
}

/** Everything that is wrong with the environment, a line each. */
export class ConfigError extends CannotStart {
  constructor(readonly problems: string[]) {
    super(problems.join('\n'));
    this.name = 'ConfigError';
  }
}

export function readConfig(env: NodeJS.ProcessEnv): Config {
  const problems: string[] = [];
  const values = readValues(env, problems);
  problems.push(...conflicts(values), ...unknownSettings(env));
  if (problems.length > 0) throw new ConfigError(problems);
  return toConfig(values as Values);
}

/** Where it is reached when nobody says otherwise. */
export function listeningUrl(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function readValues(env: NodeJS.ProcessEnv, problems: string[]): Partial<Values> {
  const values: Partial<Record<SettingName, unknown>> = {};
  for (const [name, setting] of Object.entries(settings)) {
    try {
      values[name as SettingName] = setting.read(env[name] ?? '');
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      problems.push(`${name} ${error.message}`);
    }
  }
  return values as Partial<Values>;
}

/** Rules between settings; one that could not be read has its own line already. */
function conflicts(values: Partial<Values>): string[] {
  const problems: string[] = [];
  if (values.DATABASE_URL?.kind === 'mysql' && values.SECRET_KEY === null)
    problems.push(
      'SECRET_KEY must be set with a server database: at least 32 characters, ' +
        'the same for every instance (openssl rand -hex 32 makes one)',
    );
  const { HEADERS_TIMEOUT: headers, REQUEST_TIMEOUT: request } = values;
  if (headers !== undefined && request !== undefined && headers > request)
    problems.push(`HEADERS_TIMEOUT (${headers}) must not exceed REQUEST_TIMEOUT (${request})`);
  return problems;
}

function toConfig(v: Values): Config {
  return {
    http: {
      host: v.HOST,
      port: v.PORT,
      corsOrigins: v.CORS_ORIGINS,
      trustedProxies: v.TRUSTED_PROXIES,
      bodyLimit: v.BODY_LIMIT,
      notesBodyLimit: v.BODY_LIMIT_NOTES,
      requestTimeoutMs: v.REQUEST_TIMEOUT * 1000,
      headersTimeoutMs: v.HEADERS_TIMEOUT * 1000,
      shutdownTimeoutMs: v.SHUTDOWN_TIMEOUT * 1000,
    },
    publicUrl: v.PUBLIC_URL ?? (v.PORT === 0 ? null : listeningUrl(v.HOST, v.PORT)),
    database: { ...v.DATABASE_URL, pool: v.DATABASE_POOL },
    secretKey: v.SECRET_KEY,
    admin: {
      username: v.ADMIN_USERNAME,
      email: v.ADMIN_EMAIL,
      password: v.ADMIN_PASSWORD,
      token: v.ADMIN_TOKEN,
    },
    limits: {
      enabled: v.RATE_LIMIT,
      failedAuth: v.RATE_LIMIT_FAILED_AUTH,
      failedAuthWindowMs: v.RATE_LIMIT_FAILED_AUTH_WINDOW * 1000,
      notesPerMinute: v.RATE_LIMIT_NOTES,
    },
    mail: { smtpUrl: v.SMTP_URL, from: v.MAIL_FROM },
    workers: v.WORKERS,
    logLevel: v.LOG_LEVEL,
    defaultProjectsLimit: v.DEFAULT_PROJECTS_LIMIT,
    publicProfiles: v.PUBLIC_PROFILES,
    profileFields: v.PROFILE_FIELDS,
  };
}
