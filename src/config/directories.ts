import type { BlockLimit } from './directory-readers.js';
import {
  DIRECTORY_PREFIXES,
  directorySettings,
  type DirectorySettingName,
  type DirectoryValues,
} from './directory-settings.js';
import { readAll } from './read-all.js';

/** One LDAP directory. */
export interface DirectoryConfig {
  /** What its variables begin with: `LDAP_`, or `LDAP_2_` to `LDAP_9_`. */
  prefix: string;
  /** Its name in the identities of users. */
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
  preset: DirectoryValues['PRESET'];
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
  blockLimit: BlockLimit | null;
  adminGroup: string | null;
  externalGroup: string | null;
  createUsers: boolean;
}

/** Reads the settings of all directories. Adds what is wrong to `problems`. */
export function readDirectories(env: NodeJS.ProcessEnv, problems: string[]): DirectoryConfig[] {
  const directories: DirectoryConfig[] = [];
  for (const [index, prefix] of DIRECTORY_PREFIXES.entries()) {
    if (!isConfigured(env, prefix)) continue;
    const found: string[] = [];
    const values = readAll(directorySettings, env, prefix, found) as Partial<DirectoryValues>;
    if (found.length === 0) found.push(...conflicts(prefix, values));
    problems.push(...found);
    if (found.length > 0) continue;
    const directory = toDirectory(values as DirectoryValues, prefix, index);
    if (directories.some(({ provider }) => provider === directory.provider))
      problems.push(`${prefix}PROVIDER must differ from the other directories'`);
    directories.push(directory);
  }
  return directories;
}

/** Defaults alone, as in a copy of .env.example, are no directory. */
const isConfigured = (env: NodeJS.ProcessEnv, prefix: string): boolean =>
  Object.entries(directorySettings).some(([name, setting]) => {
    const text = env[prefix + name];
    return text && text !== setting.default;
  });

function conflicts(prefix: string, values: Partial<DirectoryValues>): string[] {
  const problems: string[] = [];
  const require = (name: DirectorySettingName, because: string) => {
    if (values[name] === null) problems.push(`${prefix}${name} must be set ${because}`);
  };
  require('URL', `because other settings begin with ${prefix}`);
  require('BASE', 'to the DN that has the people of the directory');
  if (values.BIND_DN !== null)
    require('BIND_PASSWORD', `with ${prefix}BIND_DN: without a password, servers accept any name`);
  if (values.BIND_PASSWORD !== null) require('BIND_DN', `with ${prefix}BIND_PASSWORD`);
  if (values.START_TLS && values.URL?.some((url) => url.startsWith('ldaps:')))
    problems.push(
      `${prefix}START_TLS must be off with an ldaps:// URL, which is encrypted already`,
    );
  return problems;
}

function toDirectory(values: DirectoryValues, prefix: string, index: number): DirectoryConfig {
  return {
    prefix,
    provider: values.PROVIDER ?? (index === 0 ? 'ldapmain' : `ldap${index + 1}`),
    urls: values.URL ?? [],
    startTls: values.START_TLS,
    ca: values.CA,
    bindDn: values.BIND_DN,
    bindPassword: values.BIND_PASSWORD,
    base: values.BASE ?? '',
    filter: values.FILTER,
    preset: values.PRESET,
    attributes: {
      username: values.ATTRIBUTE_USERNAME,
      email: values.ATTRIBUTE_EMAIL,
      name: values.ATTRIBUTE_NAME,
      uniqueId: values.ATTRIBUTE_UNIQUE_ID,
    },
    timeoutMs: values.TIMEOUT * 1000,
    syncEveryMs: values.SYNC_EVERY * 1000,
    blockLimit: values.BLOCK_LIMIT,
    adminGroup: values.ADMIN_GROUP,
    externalGroup: values.EXTERNAL_GROUP,
    createUsers: values.CREATE_USERS,
  };
}
