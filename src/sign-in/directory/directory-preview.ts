import { isIdentified, type DirectoryEntry } from '../ldap/directory-entry.js';
import type { DirectorySession } from '../ldap/directory-session.js';
import type { Directory } from '../ldap/directory.js';
import { emailOf, loginOf, nameOf, storageProblem } from './user-changes.js';
import { readRights, type RightsOf } from './read-rights.js';
import { usernamesFor } from './username.js';

const SHOWN = 5;

/** A person of a directory as a user. */
export interface PreviewedUser {
  dn: string;
  username: string;
  email: string;
  name: string;
  /** `active` or `ldap_blocked`, with `admin` and `external`. */
  roles: string[];
  /** Why this person cannot become a user. */
  problem?: string;
}

interface Preview {
  users: PreviewedUser[];
  /** What is wrong with the settings, one sentence each. */
  warnings: string[];
}

/**
 * Returns the first five people as the users they would become.
 *
 * @throws DirectoryUnavailable
 */
export function previewDirectory(directory: Directory): Promise<Preview> {
  const { config } = directory;
  return directory.withSession(async (session) => {
    const warnings: string[] = [];
    const rightsOf = await readRights(session, config, (reason) => warnings.push(reason));
    let first: DirectoryEntry[] | null = null;
    // Reads all pages, as a synchronization does: a later one may fail.
    for await (const page of session.people()) if (page.length > 0) first ??= page;
    if (!first) {
      warnings.push(
        `Nobody below ${config.base} matches the filter, or the account may not read it. Correct LDAP_BASE or LDAP_FILTER, or grant read access.`,
      );
      return { users: [], warnings };
    }
    const users = first.slice(0, SHOWN).map((entry) => toUser(entry, rightsOf));
    const missing = missingAttributes(first);
    warnings.push(...(missing.length > 0 ? missing : await searchWarnings(session, first)));
    return { users, warnings };
  });
}

function rolesOf(entry: DirectoryEntry, rightsOf: RightsOf): string[] {
  const { admin, external } = isIdentified(entry)
    ? rightsOf(entry)
    : { admin: false, external: false };
  return [
    entry.disabled === null ? 'active' : `ldap_blocked (${entry.disabled.reason})`,
    ...(admin ? ['admin'] : []),
    ...(external ? ['external'] : []),
  ];
}

function toUser(entry: DirectoryEntry, rightsOf: RightsOf): PreviewedUser {
  const { dn, uniqueId } = entry;
  const username = loginOf(entry);
  const email = emailOf(entry);
  const missing = [
    ...(uniqueId === null ? ['unique id'] : []),
    ...(username === null ? ['username'] : []),
    ...(email === null ? ['valid e-mail address'] : []),
  ];
  const reason = missing.length > 0 ? `no ${missing.join(', no ')}` : storageProblem(entry);
  return {
    dn,
    username: firstUsername(username),
    email: email ?? '',
    name: nameOf(entry) ?? username ?? '',
    roles: rolesOf(entry, rightsOf),
    ...(reason === null ? {} : { problem: `cannot sign in: ${reason}` }),
  };
}

/** The username of the person, unless another user has it. */
function firstUsername(name: string | null): string {
  if (name === null) return '';
  const [first = ''] = usernamesFor(name, (from) => from);
  return first;
}

/** A synchronization looks up people by their unique id. */
async function searchWarnings(
  session: DirectorySession,
  [entry]: readonly DirectoryEntry[],
): Promise<string[]> {
  if (!entry || !isIdentified(entry) || (await session.isOnlyEntryWithId(entry))) return [];
  return [
    'The directory does not find exactly one entry by LDAP_ATTRIBUTE_UNIQUE_ID. Grant the right to search for it, or choose another attribute.',
  ];
}

/** An attribute that nobody has is a wrong setting. */
function missingAttributes(page: readonly DirectoryEntry[]): string[] {
  const missing = {
    UNIQUE_ID: page.every(({ uniqueId }) => uniqueId === null),
    USERNAME: page.every(({ usernames }) => usernames.length === 0),
    EMAIL: page.every(({ emails }) => emails.length === 0),
  };
  return Object.entries(missing).flatMap(([setting, isMissing]) =>
    isMissing
      ? [
          `No entry has the attribute of LDAP_ATTRIBUTE_${setting}. Correct it or LDAP_PRESET, or grant read access to it.`,
        ]
      : [],
  );
}
