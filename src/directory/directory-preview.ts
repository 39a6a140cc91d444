import { isIdentified, type DirectoryEntry } from '../ldap/directory-entry.js';
import type { DirectorySession } from '../ldap/directory-session.js';
import type { Directory } from '../ldap/directory.js';
import { emailOf, loginOf, nameOf, storageProblem } from './user-changes.js';
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
  const { adminGroup, externalGroup, prefix, base } = directory.config;
  return directory.withSession(async (session) => {
    const isAdmin = await membershipTest(session, adminGroup);
    const isExternal = await membershipTest(session, externalGroup);
    const rolesOf = (entry: DirectoryEntry) => [
      entry.disabled === null ? 'active' : `ldap_blocked (${entry.disabled.reason})`,
      ...(isAdmin(entry) ? ['admin'] : []),
      ...(isExternal(entry) ? ['external'] : []),
    ];
    let first: DirectoryEntry[] | null = null;
    const ids = new RepeatedIds();
    // Reads all pages, as a synchronization does: a later one may fail.
    for await (const page of session.people()) {
      if (page.length > 0) first ??= page;
      ids.add(page);
    }
    if (first) {
      const users = first.slice(0, SHOWN).map((entry) => toUser(entry, rolesOf(entry)));
      const warnings = [...warningsFor(first, prefix), ...ids.warnings(prefix)];
      if (warnings.length === 0) warnings.push(...(await searchWarnings(session, first, prefix)));
      return { users, warnings };
    }
    const warning = `Nobody below ${base} matches the filter, or the account may not read it. Correct ${prefix}BASE or ${prefix}FILTER, or grant read access.`;
    return { users: [], warnings: [warning] };
  });
}

async function membershipTest(session: DirectorySession, group: string | null) {
  return group === null ? () => false : session.groups.members(group);
}

function toUser(entry: DirectoryEntry, roles: string[]): PreviewedUser {
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
    roles,
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
  prefix: string,
): Promise<string[]> {
  if (!entry || !isIdentified(entry) || (await session.isOnlyEntryWithId(entry))) return [];
  return [
    `The directory does not find an entry by ${prefix}ATTRIBUTE_UNIQUE_ID. Grant the right to search for it, or choose another attribute.`,
  ];
}

/** Finds people who have the unique id of another person. */
class RepeatedIds {
  private readonly seen = new Set<string>();
  private example: DirectoryEntry | null = null;

  add(page: readonly DirectoryEntry[]): void {
    for (const entry of page) {
      if (entry.uniqueId === null) continue;
      if (this.seen.has(entry.uniqueId)) this.example ??= entry;
      this.seen.add(entry.uniqueId);
    }
  }

  warnings(prefix: string): string[] {
    if (!this.example) return [];
    const { dn, uniqueId } = this.example;
    return [
      `Several entries have the unique id ${String(uniqueId)}, such as ${dn}. Choose another ${prefix}ATTRIBUTE_UNIQUE_ID: none of these people can sign in.`,
    ];
  }
}

/** An attribute that nobody has is a wrong setting. */
function warningsFor(page: readonly DirectoryEntry[], prefix: string): string[] {
  const missing = {
    UNIQUE_ID: page.every(({ uniqueId }) => uniqueId === null),
    USERNAME: page.every(({ usernames }) => usernames.length === 0),
    EMAIL: page.every(({ emails }) => emails.length === 0),
  };
  return Object.entries(missing).flatMap(([setting, isMissing]) =>
    isMissing
      ? [
          `No entry has the attribute of ${prefix}ATTRIBUTE_${setting}. Correct it or ${prefix}PRESET, or grant read access to it.`,
        ]
      : [],
  );
}
