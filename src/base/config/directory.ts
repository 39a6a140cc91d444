import { directorySettings, type DirectoryValues } from './directory-settings.js';
import { readAll } from './read-all.js';

/** The name of the directory in the identities of users. */
const PROVIDER = 'ldapmain';

/** The LDAP directory. */
export interface DirectoryConfig {
  provider: string;
  /** At the start tried in this order. Later the one that answered last comes first. */
  urls: string[];
  startTls: boolean;
  /** Certificates in PEM format. Null: those that Node trusts. */
  ca: string | null;
  /** Null: anonymous. */
  bindDn: string | null;
  bindPassword: string | null;
  base: string;
  /** Null: the filter of the preset. */
  filter: string | null;
  preset: DirectoryValues['LDAP_PRESET'];
  /** Null: the attribute of the preset. */
  attributes: {
    username: string | null;
    email: string | null;
    name: string | null;
    uniqueId: string | null;
  };
  timeoutMs: number;
  /** 0: only `forgenote ldap sync` synchronizes. */
  syncEveryMs: number;
  /** Null: the greater of 5 users and 5 percent. */
  blockLimit: number | null;
  /** Null: administrators of the service decide. */
  adminFilter: string | null;
  externalFilter: string | null;
  createUsers: boolean;
}

/** Reads the settings of the directory. Null: there is none. Adds what is wrong to `problems`. */
export function readDirectory(env: NodeJS.ProcessEnv, problems: string[]): DirectoryConfig | null {
  if (!isConfigured(env)) return null;
  const found: string[] = [];
  const values = readAll(directorySettings, env, found) as Partial<DirectoryValues>;
  if (found.length === 0) found.push(...conflicts(values));
  problems.push(...found);
  return found.length > 0 ? null : toDirectory(values as DirectoryValues);
}

/** Defaults alone, as in a copy of .env.example, are no directory. */
const isConfigured = (env: NodeJS.ProcessEnv): boolean =>
  Object.entries(directorySettings).some(([name, setting]) => {
    const text = env[name];
    return text && text !== setting.default;
  });

function conflicts(values: Partial<DirectoryValues>): string[] {
  const problems: string[] = [];
  const require = (name: keyof DirectoryValues, because: string) => {
    if (values[name] === null) problems.push(`${name} must be set ${because}`);
  };
  require('LDAP_URL', 'because other settings begin with LDAP_');
  require('LDAP_BASE', 'to the DN that has the people of the directory');
  if (values.LDAP_BIND_DN !== null)
    require('LDAP_BIND_PASSWORD', 'with LDAP_BIND_DN: without a password, servers accept any name');
  if (values.LDAP_BIND_PASSWORD !== null) require('LDAP_BIND_DN', 'with LDAP_BIND_PASSWORD');
  if (values.LDAP_START_TLS && values.LDAP_URL?.some((url) => url.startsWith('ldaps:')))
    problems.push('LDAP_START_TLS must be off with an ldaps:// URL, which is encrypted already');
  return problems;
}

function toDirectory(values: DirectoryValues): DirectoryConfig {
  return {
    provider: PROVIDER,
    urls: values.LDAP_URL ?? [],
    startTls: values.LDAP_START_TLS,
    ca: values.LDAP_CA,
    bindDn: values.LDAP_BIND_DN,
    bindPassword: values.LDAP_BIND_PASSWORD,
    base: values.LDAP_BASE ?? '',
    filter: values.LDAP_FILTER,
    preset: values.LDAP_PRESET,
    attributes: {
      username: values.LDAP_ATTRIBUTE_USERNAME,
      email: values.LDAP_ATTRIBUTE_EMAIL,
      name: values.LDAP_ATTRIBUTE_NAME,
      uniqueId: values.LDAP_ATTRIBUTE_UNIQUE_ID,
    },
    timeoutMs: values.LDAP_TIMEOUT * 1000,
    syncEveryMs: values.LDAP_SYNC_EVERY * 1000,
    blockLimit: values.LDAP_BLOCK_LIMIT,
    adminFilter: values.LDAP_ADMIN_FILTER,
    externalFilter: values.LDAP_EXTERNAL_FILTER,
    createUsers: values.LDAP_CREATE_USERS,
  };
}
