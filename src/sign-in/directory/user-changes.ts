import { currentTime } from '../../database/clock.js';
import {
  emailProblem,
  isSameMailbox,
  MAX_EMAIL,
  normalizeEmail,
} from '../../features/emails/email-address.js';
import type { User } from '../../features/users/user.entity.js';
import { isBlank } from '../../http/input/blank-text.js';
import { changeReason } from './change-reason.js';
import type { DirectoryEntry, IdentifiedEntry } from '../ldap/directory-entry.js';
import type { DirectoryUser } from './directory-users.repository.js';
import { MAX_DN } from '../ldap/normalize-dn.js';

export type Value = string | number | boolean | null;
/** By field of the interface. */
export type Changes = Record<string, { from: Value; to: Value }>;

/** What the filters of the settings say about a user. Null: no filter decides. */
export interface Rights {
  admin: boolean | null;
  external: boolean | null;
}

/** What the directory says about one user. */
export interface Reading {
  entry: IdentifiedEntry;
  rights: Rights;
  /** The attribute that disabled the account, if nobody can tell any more whether it still does. */
  hiddenSign: string | null;
}

/** What a directory changed in a user. */
export interface UserChange {
  userId: number;
  /** Before the change. */
  username: string;
  dn: string;
  state: 'blocked' | 'unblocked' | 'unchanged';
  /** From what to what, by field of the interface. Includes the state. */
  changes: Changes;
  /** Why, such as `the entry is back`. Empty if nothing changed. */
  reason: string;
  /** What could not be changed, and why. */
  conflicts: string[];
}

const MAX_NAME = 255;
const MAX_LOGIN = 255;
/** Characters of a value in a text for the log or a report. */
const MAX_QUOTED = 255;
export const MAX_UNIQUE_ID = 255;

/** Why an entry cannot belong to a user; null if it can. */
export function storageProblem({ dn, uniqueId }: DirectoryEntry): string | null {
  if (dn.length > MAX_DN) return `the DN is too long (maximum is ${MAX_DN} characters)`;
  if ((uniqueId?.length ?? 0) <= MAX_UNIQUE_ID) return null;
  return `the unique id is too long (maximum is ${MAX_UNIQUE_ID} characters)`;
}

/** The valid addresses of an entry. */
export const emailsOf = ({ emails }: Pick<DirectoryEntry, 'emails'>): string[] =>
  emails
    .map(normalizeEmail)
    .filter((email) => email.length <= MAX_EMAIL && emailProblem(email) === null);

/** The user's address if the entry has it in any form, else the first valid one, or null. */
export function emailOf(entry: Pick<DirectoryEntry, 'emails'>, present?: string): string | null {
  const emails = emailsOf(entry);
  const isPresent = present !== undefined && emails.some((email) => isSameMailbox(email, present));
  return isPresent ? present : (emails[0] ?? null);
}

/** Says that the entry has no valid address, and what it has instead: an attribute can have megabytes. */
export const invalidEmail = ({ emails }: Pick<DirectoryEntry, 'emails'>): string =>
  `the entry has no valid e-mail address: ${emails.length > 0 ? quoted(emails.join(', ')) : 'null'}`;

function quoted(value: string): string {
  // A character has at most two code units.
  const characters = [...value.slice(0, 2 * (MAX_QUOTED + 1))];
  if (characters.length <= MAX_QUOTED) return value;
  return `${characters.slice(0, MAX_QUOTED).join('')}…`;
}

/** The display name of an entry on a single line: the user's if the entry has it. Or null. */
export function nameOf({ names }: Pick<DirectoryEntry, 'names'>, present?: string): string | null {
  const lines = names.map((name) => name.replace(/[\s\p{Cc}]+/gu, ' ').trim());
  const cut = lines.map((line) => [...line].slice(0, MAX_NAME).join('').trim());
  return preferred(
    cut.filter((line) => !isBlank(line)),
    present,
  );
}

/** The usernames in the directory as they are stored, to find out when the user's is no longer one of them. */
export const loginsOf = ({ usernames }: Pick<DirectoryEntry, 'usernames'>): string[] =>
  usernames.map((username) => [...username].slice(0, MAX_LOGIN).join(''));

/** The first of them, or null. */
export const loginOf = (entry: Pick<DirectoryEntry, 'usernames'>): string | null =>
  loginsOf(entry)[0] ?? null;

/** Whether the entry has a username or the address of the user. */
export function sharesName(
  { username_key, login, email }: DirectoryUser,
  entry: Pick<DirectoryEntry, 'usernames' | 'emails'>,
): boolean {
  const logins = loginsOf(entry).map((name) => name.toLowerCase());
  const names = [username_key, ...(login === null ? [] : [login.toLowerCase()])];
  if (names.some((name) => logins.includes(name))) return true;
  return emailsOf(entry).some((other) => isSameMailbox(other, email));
}

/** The one that is the user's username in any letter case, if there is one. */
export const ownLogin = (
  logins: readonly string[],
  { username_key }: Pick<DirectoryUser, 'username_key'>,
): string | undefined => logins.find((login) => login.toLowerCase() === username_key);

/** The user's value stays while the entry has it: the order of values says nothing. */
const preferred = (values: readonly string[], present?: string): string | null =>
  values.find((value) => value === present) ?? values[0] ?? null;

/**
 * The columns in which the user differs from the entry, except the username and what only a unit of work can decide.
 * An attribute that the entry lacks changes nothing.
 */
export function differences(user: DirectoryUser, entry: DirectoryEntry, rights: Rights) {
  const columns: Partial<User> = {};
  const name = nameOf(entry, user.name);
  const email = emailOf(entry, user.email);
  if (user.state === 'ldap_blocked' && entry.disabled === null) columns.state = 'active';
  if (name !== null && name !== user.name) columns.name = name;
  if (email !== null && email !== user.email) columns.email = email;
  // The directory confirms its address, also if the user has it already.
  else if (email !== null && user.confirmed_at === null) columns.confirmedAt = currentTime();
  return { ...columns, ...rightsDifferences(user, rights) };
}

function rightsDifferences(user: DirectoryUser, { admin, external }: Rights) {
  const columns: Partial<User> = {};
  if (admin !== null && admin !== Boolean(user.admin)) columns.admin = admin;
  if (external !== null && external !== Boolean(user.is_external)) columns.external = external;
  return columns;
}

/** The identity's columns in which it differs from the entry. */
export const identityDifferences = (
  { extern_uid, unique_id }: DirectoryUser,
  { dn, uniqueId }: Pick<DirectoryEntry, 'dn' | 'uniqueId'>,
) => ({
  ...(dn === extern_uid ? {} : { externUid: dn }),
  ...(uniqueId === unique_id ? {} : { uniqueId }),
});

/** The change if the identity only learns which entry belongs to it. */
export function linkOf(user: DirectoryUser, { uniqueId }: IdentifiedEntry): UserChange {
  const { id: userId, username, extern_uid: dn } = user;
  const changes = { unique_id: { from: null, to: uniqueId } };
  const reason = changeReason(changes, null);
  return { userId, username, dn, state: 'unchanged', changes, reason, conflicts: [] };
}

/** The change of an identity whose DN another entry has taken. */
export const lostDn = (
  { id, username, extern_uid: from }: DirectoryUser,
  to: string,
): UserChange => ({
  ...{ userId: id, username, dn: to, state: 'unchanged', conflicts: [] },
  changes: { extern_uid: { from, to } },
  reason: 'another entry has the DN',
});

/** No change, because a user who is being deleted has the DN or the unique id of the entry. */
export const stillTaken = ({ id, username, extern_uid }: DirectoryUser): UserChange => ({
  ...{ userId: id, username, dn: extern_uid, state: 'unchanged', changes: {}, reason: '' },
  conflicts: ['a user who is being deleted still has the DN or the unique id of the entry'],
});

/** False if the entry has another username than the one that was applied last. */
const hasLogin = ({ login }: DirectoryUser, entry: DirectoryEntry): boolean =>
  login === null ? entry.usernames.length === 0 : loginsOf(entry).includes(login);

/** False if `DirectoryUsers.apply` would change nothing of the user. */
export const differs = (user: DirectoryUser, entry: DirectoryEntry, rights: Rights): boolean =>
  Object.keys(identityDifferences(user, entry)).length > 0 ||
  (user.state !== 'blocked' &&
    (!hasLogin(user, entry) || Object.keys(differences(user, entry, rights)).length > 0));
