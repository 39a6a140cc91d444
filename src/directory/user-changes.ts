import { emailProblem, MAX_EMAIL, normalizeEmail } from '../emails/email-address.js';
import type { User } from '../users/user.entity.js';
import { changeReason } from './change-reason.js';
import type { DirectoryEntry, IdentifiedEntry } from './directory-entry.js';
import type { DirectoryUser } from './directory-users.repository.js';
import { MAX_DN } from './normalize-dn.js';

export type Value = string | number | boolean | null;
/** By field of the interface. */
export type Changes = Record<string, { from: Value; to: Value }>;

/** What groups of the directory say about a user. Null: no group decides. */
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
export const MAX_UNIQUE_ID = 255;

/** Why an entry cannot belong to a user; null if it can. */
export function storageProblem({ dn, uniqueId }: DirectoryEntry): string | null {
  if (dn.length > MAX_DN) return `the DN is too long (maximum is ${MAX_DN} characters)`;
  if ((uniqueId?.length ?? 0) <= MAX_UNIQUE_ID) return null;
  return `the unique id is too long (maximum is ${MAX_UNIQUE_ID} characters)`;
}

/** The valid address of an entry, or null. */
export function emailOf({ email }: Pick<DirectoryEntry, 'email'>): string | null {
  const normalized = normalizeEmail(email ?? '');
  if (normalized.length > MAX_EMAIL || emailProblem(normalized) !== null) return null;
  return normalized;
}

/** The display name of an entry on a single line, or null. */
export function nameOf({ name }: Pick<DirectoryEntry, 'name'>): string | null {
  const line = (name ?? '').replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return line === '' ? null : [...line].slice(0, MAX_NAME).join('').trim();
}

/** The username in the directory as it is stored, to find out when it changes. */
export const loginOf = ({ username }: Pick<DirectoryEntry, 'username'>): string | null =>
  username === null ? null : [...username].slice(0, MAX_LOGIN).join('');

/**
 * The columns in which the user differs from the entry, except the username and what only a unit of work can decide.
 * An attribute that the entry lacks changes nothing.
 */
export function differences(user: DirectoryUser, entry: DirectoryEntry, rights: Rights) {
  const columns: Partial<User> = {};
  const name = nameOf(entry);
  const email = emailOf(entry);
  if (user.state === 'ldap_blocked' && entry.disabled === null) columns.state = 'active';
  if (name !== null && name !== user.name) columns.name = name;
  if (email !== null && email !== user.email) columns.email = email;
  return { ...columns, ...rightsDifferences(user, rights) };
}

function rightsDifferences(user: DirectoryUser, { admin, external }: Rights) {
  const columns: Partial<User> = {};
  if (admin !== null && admin !== Boolean(user.admin)) columns.admin = admin;
  if (external !== null && external !== Boolean(user.is_external)) columns.external = external;
  return columns;
}

export const changesRights = (user: DirectoryUser, rights: Rights): boolean =>
  Object.keys(rightsDifferences(user, rights)).length > 0;

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
  const reason = changeReason(changes, { adminGroup: null, externalGroup: null }, null);
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

/** False if `DirectoryUsers.apply` would change nothing of the user. */
export const differs = (user: DirectoryUser, entry: DirectoryEntry, rights: Rights): boolean =>
  Object.keys(identityDifferences(user, entry)).length > 0 ||
  (user.state !== 'blocked' &&
    (loginOf(entry) !== user.login || Object.keys(differences(user, entry, rights)).length > 0));
