import { certificates } from './certificates.js';
import * as read from './directory-readers.js';
import { integer, onOrOff, choice, secret } from './readers.js';
import { optional, setting, type ValueOf } from './setting.js';

/** The settings of one LDAP directory, without the prefix `LDAP_`, or `LDAP_2_` to `LDAP_9_`. */
export const directorySettings = {
  URL: optional(
    read.ldapUrls,
    'no directory',
    'Servers of the LDAP directory, at the start tried in this order. Later the one that answered last comes first.',
  ),
  START_TLS: setting(onOrOff, 'off', 'Whether `ldap://` connections are encrypted with StartTLS.'),
  CA: optional(
    certificates,
    'the certificates that Node trusts',
    'File with the certificates (PEM) that the certificate of the directory must lead to.',
  ),
  BIND_DN: optional(
    read.distinguishedName,
    'anonymous searches',
    'DN of the account that searches the directory.',
  ),
  BIND_PASSWORD: optional(secret(1, 1024), 'none', 'Password of that account.'),
  BASE: optional(
    read.distinguishedName,
    'required with URL',
    'DN below which the directory has its people.',
  ),
  FILTER: optional(
    read.searchFilter,
    'depends on PRESET',
    'Filter that people must match to sign in and to stay active.',
  ),
  PRESET: setting(
    choice('openldap', 'active-directory', 'freeipa', '389-ds', 'authentik', 'lldap'),
    'openldap',
    'Kind of directory. Sets the attributes below and the sign of a disabled account.',
  ),
  ATTRIBUTE_USERNAME: optional(
    read.attributeName,
    'depends on PRESET',
    'Attribute with the username.',
  ),
  ATTRIBUTE_EMAIL: optional(
    read.attributeName,
    'depends on PRESET',
    'Attribute with the e-mail address.',
  ),
  ATTRIBUTE_NAME: optional(
    read.attributeName,
    'depends on PRESET',
    'Attribute with the display name.',
  ),
  ATTRIBUTE_UNIQUE_ID: optional(
    read.attributeName,
    'depends on PRESET',
    'Attribute with an id that never changes.',
  ),
  PROVIDER: optional(
    read.provider,
    '`ldapmain`; of the second directory `ldap2`',
    'Name of the directory in the identities of users.',
  ),
  TIMEOUT: setting(integer(1, 60), '10', 'Seconds until a request to the directory fails.'),
  SYNC_EVERY: setting(
    integer(0, 604_800),
    '900',
    'Seconds between two synchronizations. 0 leaves them to `forgenote ldap sync`.',
  ),
  BLOCK_LIMIT: optional(
    read.blockLimit,
    'the greater of 5 and 5%',
    'How many users one synchronization may block.',
  ),
  ADMIN_GROUP: optional(
    read.distinguishedName,
    'administrators are managed here',
    'DN of the group whose members are administrators.',
  ),
  EXTERNAL_GROUP: optional(
    read.distinguishedName,
    'external users are managed here',
    'DN of the group whose members are external users.',
  ),
  CREATE_USERS: setting(
    onOrOff,
    'on',
    'Whether people of the directory get an account at their first sign-in.',
  ),
};

export type DirectorySettingName = keyof typeof directorySettings;
export type DirectoryValues = {
  [N in DirectorySettingName]: ValueOf<(typeof directorySettings)[N]>;
};

/** The prefixes of up to nine directories. */
export const DIRECTORY_PREFIXES = [
  ...(['LDAP_', 'LDAP_2_', 'LDAP_3_', 'LDAP_4_', 'LDAP_5_'] as const),
  ...(['LDAP_6_', 'LDAP_7_', 'LDAP_8_', 'LDAP_9_'] as const),
] as const;

type DirectoryPrefix = (typeof DIRECTORY_PREFIXES)[number];

/** The variables of all directories, such as `LDAP_URL` and `LDAP_2_URL`. */
export type DirectoryVariable = `${DirectoryPrefix}${DirectorySettingName}`;
