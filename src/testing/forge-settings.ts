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
  | 'LDAP_URL'
  | 'LDAP_START_TLS'
  | 'LDAP_CA'
  | 'LDAP_BIND_DN'
  | 'LDAP_BIND_PASSWORD'
  | 'LDAP_BASE'
  | 'LDAP_FILTER'
  | 'LDAP_PRESET'
  | 'LDAP_ATTRIBUTE_USERNAME'
  | 'LDAP_ATTRIBUTE_EMAIL'
  | 'LDAP_ATTRIBUTE_NAME'
  | 'LDAP_ATTRIBUTE_UNIQUE_ID'
  | 'LDAP_TIMEOUT'
  | 'LDAP_SYNC_EVERY'
  | 'LDAP_BLOCK_LIMIT'
  | 'LDAP_ADMIN_FILTER'
  | 'LDAP_EXTERNAL_FILTER'
  | 'LDAP_CREATE_USERS';

/** Settings of a test forge. Numbers and booleans need not be strings. */
export type ForgeSettings = Partial<
  Record<SettingName | DirectorySettingName, string | number | boolean>
>;

/** @throws BadInput no object with settings */
export function requireSettings(given: unknown): void {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new BadInput("startForge takes an object with settings, such as { RATE_LIMIT: 'on' }.");
}
