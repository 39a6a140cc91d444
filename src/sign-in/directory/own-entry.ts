import { isSameMailbox, normalizeEmail } from '../../features/emails/email-address.js';
import type { DirectoryEntry } from '../ldap/directory-entry.js';
import { foundNobodyHere } from '../ldap/directory-errors.js';
import type { DirectorySession } from '../ldap/directory-session.js';
import { comparableLogin } from '../ldap/login-forms.js';
import type { DirectoryUser } from './directory-users.repository.js';
import { addressTaken, usernameTaken } from './taken-names.js';

/** Another person has the login in the directory. The message is for the log. */
export class LoginOfAnother extends Error {
  constructor(
    readonly entry: DirectoryEntry,
    user: DirectoryUser,
    login: string,
  ) {
    super(
      isSameMailbox(normalizeEmail(login), user.email)
        ? addressTaken(user.email, user)
        : usernameTaken(user.username, user),
    );
  }
}

/**
 * The entry of the user, or null. A user can have a login here that their entry lacks. If another entry has it, that
 * person signs in: their password must not be tried on the entry of the user, where it would count as a wrong one.
 *
 * @throws LoginOfAnother
 */
export async function findOwnEntry(
  session: DirectorySession,
  user: DirectoryUser,
  login: string,
): Promise<DirectoryEntry | null> {
  const own =
    user.unique_id === null
      ? await session.findByDn(user.extern_uid)
      : await session.findByUniqueId(user.unique_id);
  if (own && hasLogin(own, login)) return own;
  const other = await session.findByLogin(login).catch((error: unknown) => {
    // At the root of a domain, Active Directory adds references to every search. The user has an entry here.
    if (own && foundNobodyHere(error)) return null;
    throw error;
  });
  if (other && other.dn !== own?.dn) throw new LoginOfAnother(other, user, login);
  return own;
}

const hasLogin = ({ usernames, emails }: DirectoryEntry, login: string): boolean =>
  [...usernames, ...emails].some((name) => comparableLogin(name) === comparableLogin(login));
