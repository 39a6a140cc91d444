import { randomBytes } from 'node:crypto';
import { ConfigError, type Config } from '../../base/config/config.js';
import { readSettings, type Settings } from '../../base/config/given-settings.js';

/** A test forge has its own database, listens on 127.0.0.1 and is not observed. */
const FIXED = [
  'DATABASE_URL',
  'DATABASE_POOL',
  'HOST',
  'METRICS_PORT',
  'METRICS_HOST',
  'SLOW_REQUEST_MS',
] as const;

/** Random secrets: other users of the machine and web pages can find the port of a forge. */
const defaults = (): Settings => ({
  PORT: 0,
  SECRET_KEY: randomSecret(),
  ADMIN_PASSWORD: randomSecret(),
  ADMIN_TOKEN: randomSecret(),
  RATE_LIMIT: 'off',
  LOG_LEVEL: 'silent',
});

const randomSecret = (): string => randomBytes(24).toString('base64url');

/** What `startForge` takes: settings, and options of the forge itself, which are off by default. */
export type ForgeOptions = Settings & {
  /** Rejects parameters that the operation does not declare. */
  strict?: boolean | string;
  /** Sends mails to the test. */
  mails?: boolean | string;
};

/** The secrets of the first administrator. */
export interface Secrets {
  password: string;
  token: string;
}

type ForgeConfig = Config & { secrets: Secrets; isStrict: boolean; catchesMails: boolean };

/**
 * The configuration of a test forge. Does not read the environment: a test must not depend on the machine.
 *
 * @throws ConfigError
 */
export function readForgeSettings(
  { strict = false, mails = false, ...given }: ForgeOptions,
  folder: string,
): ForgeConfig {
  const isStrict = isOn('strict', strict);
  const catchesMails = isOn('mails', mails);
  const fixed = [...FIXED, ...(catchesMails ? (['SMTP_URL'] as const) : [])].find(
    (name) => given[name] !== undefined,
  );
  if (fixed) throw new ConfigError([`A test forge sets ${fixed} itself: leave it out`]);
  const DATABASE_URL = `sqlite:${folder}/forgenote.sqlite`;
  const config = readSettings({ ...defaults(), ...given, DATABASE_URL });
  const { password, token } = config.admin;
  if (password === null || token === null)
    throw new ConfigError([
      'ADMIN_PASSWORD and ADMIN_TOKEN must not be empty: leave them out for random ones',
    ]);
  // No fsync: the data need not survive a crash.
  const database = { ...config.database, durable: false };
  return { ...config, database, secrets: { password, token }, isStrict, catchesMails };
}

/** As text, it is written like a setting. */
function isOn(name: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  if (value !== 'on' && value !== 'off')
    throw new ConfigError([`${name} must be on or off, not ${JSON.stringify(value)}`]);
  return value === 'on';
}
