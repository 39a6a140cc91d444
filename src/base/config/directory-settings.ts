import { certificates } from './certificates.js';
import * as read from './directory-readers.js';
import { integer, onOrOff, choice, secret } from './readers.js';
import { optional, setting, type ValueOf } from './setting.js';

/** The settings of the LDAP directory. */
export const directorySettings = {
  LDAP_URL: optional(
    read.ldapUrls,
    'no directory',
    'Servers of the LDAP directory, in the order in which they are tried.',
  ),
  LDAP_START_TLS: setting(
    onOrOff,
    'off',
    'Whether `ldap://` connections are encrypted with StartTLS.',
  ),
  LDAP_CA: optional(
    certificates,
    'the certificates that Node trusts',
    'PEM file with the authorities of the directory.',
  ),
  LDAP_BIND_DN: optional(
    read.distinguishedName,
    'anonymous searches',
    'DN of the account that searches the directory.',
  ),
  LDAP_BIND_PASSWORD: optional(secret(1, 1024), 'none', 'Password of that account.'),
  LDAP_BASE: optional(
    read.distinguishedName,
    'required with LDAP_URL',
    'DN below which the directory has its people.',
  ),
  LDAP_FILTER: optional(
    read.searchFilter,
    'depends on LDAP_PRESET',
    'Filter that people must match to sign in and to stay active.',
  ),
  LDAP_PRESET: setting(
    choice('openldap', 'active-directory', 'freeipa', '389-ds', 'authentik', 'lldap'),
    'openldap',
    'Kind of directory. Sets the attributes below and the sign of a disabled account.',
  ),
  LDAP_ATTRIBUTE_USERNAME: optional(
    read.attributeName,
    'depends on LDAP_PRESET',
    'Attribute with the username.',
  ),
  LDAP_ATTRIBUTE_EMAIL: optional(
    read.attributeName,
    'depends on LDAP_PRESET',
    'Attribute with the e-mail address.',
  ),
  LDAP_ATTRIBUTE_NAME: optional(
    read.attributeName,
    'depends on LDAP_PRESET',
    'Attribute with the display name.',
  ),
  LDAP_ATTRIBUTE_UNIQUE_ID: optional(
    read.attributeName,
    'depends on LDAP_PRESET',
    'Attribute with an id that never changes.',
  ),
  LDAP_TIMEOUT: setting(integer(1, 60), '10', 'Seconds until a request to the directory fails.'),
  LDAP_SYNC_EVERY: setting(
    integer(0, 604_800),
    '900',
    'Seconds between two synchronizations. 0 leaves them to `forgenote ldap sync`.',
  ),
  LDAP_BLOCK_LIMIT: optional(
    integer(0, 9_999_999),
    'the greater of 5 and 5 percent of the users of the directory',
    'How many users one synchronization may block.',
  ),
  LDAP_ADMIN_FILTER: optional(
    read.searchFilter,
    'administrators are managed here',
    'Filter that administrators match. Other users of the directory are no administrators.',
  ),
  LDAP_EXTERNAL_FILTER: optional(
    read.searchFilter,
    'external users are managed here',
    'Filter that external users match. Other users of the directory are not external.',
  ),
  LDAP_CREATE_USERS: setting(
    onOrOff,
    'on',
    'Whether people of the directory get an account at their first sign-in.',
  ),
};

export type DirectorySettingName = keyof typeof directorySettings;
export type DirectoryValues = {
  [N in DirectorySettingName]: ValueOf<(typeof directorySettings)[N]>;
};
