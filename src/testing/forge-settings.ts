import { BadInput } from '../ephemeral/bad-input.js';

/**
 * The settings of docs/configuration.md by name, without those that a test forge sets itself. Spelled out, because the
 * types of the test kit must not lead into the service. A test compares them with those of the service.
 */
type SettingName =
  | 'PORT'
  | 'PUBLIC_URL'
  | 'DATABASE_CA'
  | 'SECRET_KEY'
  | 'SECRET_KEY_PREVIOUS'
  | 'ADMIN_USERNAME'
  | 'ADMIN_EMAIL'
  | 'ADMIN_PASSWORD'
  | 'ADMIN_TOKEN'
  | 'RATE_LIMIT'
  | 'RATE_LIMIT_FAILED_AUTH'
  | 'RATE_LIMIT_FAILED_SIGN_INS'
  | 'RATE_LIMIT_NOTES'
  | 'RATE_LIMIT_MAILS'
  | 'RATE_LIMIT_STORE'
  | 'BODY_LIMIT'
  | 'DRAIN_TIME'
  | 'TRUSTED_PROXIES'
  | 'CORS_ORIGINS'
  | 'SMTP_URL'
  | 'MAIL_FROM'
  | 'LOG_LEVEL'
  | 'DEFAULT_PROJECTS_LIMIT'
  | 'AUDIT_DAYS'
  | 'PUBLIC_PAGES'
  | 'OPERATOR'
  | 'PROFILE_FIELDS';

type DirectorySettingName =
  | 'URL'
  | 'START_TLS'
  | 'CA'
  | 'BIND_DN'
  | 'BIND_PASSWORD'
  | 'BASE'
  | 'FILTER'
  | 'PRESET'
  | 'ATTRIBUTE_USERNAME'
  | 'ATTRIBUTE_EMAIL'
  | 'ATTRIBUTE_NAME'
  | 'ATTRIBUTE_UNIQUE_ID'
  | 'PROVIDER'
  | 'TIMEOUT'
  | 'SYNC_EVERY'
  | 'BLOCK_LIMIT'
  | 'ADMIN_GROUP'
  | 'EXTERNAL_GROUP'
  | 'CREATE_USERS';

type DirectoryPrefix = `LDAP_${'' | `${2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}_`}`;

/** Settings of a test forge. Numbers and booleans need not be strings. */
export type ForgeSettings = Partial<
  Record<SettingName | `${DirectoryPrefix}${DirectorySettingName}`, string | number | boolean>
>;

/** @throws BadInput no object with settings */
export function requireSettings(given: unknown): void {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new BadInput("startForge takes an object with settings, such as { RATE_LIMIT: 'on' }.");
}
