import { readDirectory } from '../../src/base/config/directory.js';
import type { DirectoryEntry } from '../../src/sign-in/ldap/directory-entry.js';
import { Directory } from '../../src/sign-in/ldap/directory.js';
import type { DirectoryServer } from '../support/slapd.js';

export type DirectorySettings = Record<string, string>;

/** The settings of a service whose only directory is this server. Patient: a busy machine is no fault of the directory. */
export function settingsOf(
  server: DirectoryServer,
  settings: DirectorySettings = {},
): DirectorySettings {
  return {
    LDAP_URL: server.url,
    LDAP_BASE: server.base,
    LDAP_BIND_DN: server.readerDn,
    LDAP_BIND_PASSWORD: server.readerPassword,
    LDAP_TIMEOUT: '20',
    ...settings,
  };
}

/** The directory of a service with these settings. */
export const directoryOf = (server: DirectoryServer, settings: DirectorySettings = {}): Directory =>
  configuredDirectory(settingsOf(server, settings));

export function configuredDirectory(settings: DirectorySettings): Directory {
  const problems: string[] = [];
  const config = readDirectory(settings, problems);
  if (!config || problems.length > 0) throw new Error(problems.join('\n'));
  return new Directory(config);
}

export const find = (directory: Directory, login: string): Promise<DirectoryEntry | null> =>
  directory.withSession((session) => session.findByLogin(login));

/** Everybody the directory has, as a synchronization reads them. */
export const everybody = (directory: Directory): Promise<DirectoryEntry[]> =>
  directory.withSession(async (session) => {
    const people: DirectoryEntry[] = [];
    for await (const page of session.people()) people.push(...page);
    return people;
  });

export const usernames = async (directory: Directory): Promise<string[]> =>
  (await everybody(directory)).flatMap(({ usernames }) => usernames).sort();
