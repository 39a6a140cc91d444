import { mailboxKey, normalizeEmail } from '../../features/emails/email-address.js';
import { searchForms } from '../../features/user-search-index/search-forms.js';
import { comparableText } from './comparable-text.js';

/** A login as it is given, and if it is an address, with its domain in each form that an entry may have. */
export const loginForms = (login: string): string[] => {
  const forms = searchForms(mailboxKey(normalizeEmail(login)));
  // Directories ignore letter case and white space themselves.
  return forms.length > 1 ? [...new Set([login, ...forms])] : [login];
};

/** One form for all logins that are the same username or the same mailbox. */
export const comparableLogin = (login: string): string =>
  comparableText(mailboxKey(normalizeEmail(login)));
