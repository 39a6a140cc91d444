import type { DirectoryConfig } from '../config/config.js';
import type { IdentifiedEntry } from '../ldap/directory-entry.js';
import type { DirectoryUser } from './directory-users.repository.js';
import type { DirectorySession } from '../ldap/directory-session.js';
import type { Person } from '../ldap/groups.js';
import type { Reading, Rights } from './user-changes.js';

export type RightsOf = (person: Person) => Rights;

type GroupSettings = Pick<DirectoryConfig, 'adminGroup' | 'externalGroup'>;

/**
 * Reads the members of the configured groups. Returns what they say about each person.
 *
 * @throws DirectoryUnavailable also if a group does not exist
 */
export async function readRights(
  { groups }: DirectorySession,
  { adminGroup, externalGroup }: GroupSettings,
): Promise<RightsOf> {
  const isAdmin = adminGroup === null ? null : await groups.members(adminGroup);
  const isExternal = externalGroup === null ? null : await groups.members(externalGroup);
  return (person) => ({
    admin: isAdmin && isAdmin(person),
    external: isExternal && isExternal(person),
  });
}

/** What the groups say about one person. @throws DirectoryUnavailable also if a group does not exist */
export async function readRightsOf(
  { groups }: DirectorySession,
  person: Person,
  { adminGroup, externalGroup }: GroupSettings,
): Promise<Rights> {
  return {
    admin: adminGroup === null ? null : await groups.isMember(person, adminGroup),
    external: externalGroup === null ? null : await groups.isMember(person, externalGroup),
  };
}

/**
 * Everything that the directory says about one person.
 *
 * @param user the user of the entry, if there is one
 * @throws DirectoryUnavailable
 */
export async function readPerson(
  session: DirectorySession,
  user: DirectoryUser | null,
  entry: IdentifiedEntry,
  config: GroupSettings,
): Promise<Reading> {
  const rights = await readRightsOf(session, entry, config);
  return { entry, rights, hiddenSign: await hiddenSignOf(session, user, entry) };
}

/** The sign that blocked the user, if it cannot be read any more. @throws DirectoryUnavailable */
export async function hiddenSignOf(
  session: DirectorySession,
  user: DirectoryUser | null,
  entry: IdentifiedEntry,
): Promise<string | null> {
  const sign = user?.state === 'ldap_blocked' ? user.disabled_by : null;
  return sign !== null && (await session.hidesSign(entry, sign)) ? sign : null;
}
