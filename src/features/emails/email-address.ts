import { domainToASCII } from 'node:url';
import { exceedsRawLength } from '../../http/input/text-length.js';

/** Characters of an address. */
export const MAX_EMAIL = 254;

/** The form in which addresses are stored and shown. A text that is too long for an address stays as it is. */
export const normalizeEmail = (email: string): string =>
  exceedsRawLength(email, MAX_EMAIL) ? email : email.normalize('NFKC').trim().toLowerCase();

const NOT_ASCII = /\P{ASCII}/u;
/** `domainToASCII` reads other characters as parts of a URL: `ü%6d.example` as `üm.example`, and `ü/a` as `ü`. */
const NAME = /^(?:[a-z0-9._-]|\P{ASCII})*$/u;

/**
 * The form in which addresses are compared: those with one key are one mailbox. Mail programs send to a domain in its
 * ASCII form, so the key has it. ASCII domains stay as they are: `domainToASCII` would change `127.1`.
 *
 * @param email normalized. Any other text, such as a username, is its own key
 */
export function mailboxKey(email: string): string {
  const start = email.indexOf('@') + 1;
  const domain = email.slice(start);
  const isInternational = start > 0 && NOT_ASCII.test(domain) && NAME.test(domain);
  // A text that is too long for an address can have megabytes.
  if (!isInternational || exceedsRawLength(email, MAX_EMAIL)) return email;
  return email.slice(0, start) + domainToASCII(domain);
}

/** Whether two normalized addresses are one mailbox. */
export const isSameMailbox = (one: string, other: string): boolean =>
  mailboxKey(one) === mailboxKey(other);

/** Mail programs leave angle brackets, quotes, backslashes and comments in `()` out of an address. */
const ADDRESS = /^[^@\s\p{Cc}<>()"\\]+@[^@\s\p{Cc}<>()"\\]+$/u;

/** Zero width, soft hyphen and the like: with them, an address looks like that of somebody else. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** Returns null for a valid address. It must be normalized. */
export function emailProblem(email: string): string | null {
  const key = mailboxKey(email);
  const domain = key.slice(key.indexOf('@') + 1);
  const isValid =
    ADDRESS.test(email) &&
    !INVISIBLE.test(email) &&
    // Without an empty part, as after a trailing dot: the name system ignores it.
    !domain.split('.').includes('') &&
    // A domain without an ASCII form. Some programs take U+3002 for a dot.
    !NOT_ASCII.test(domain) &&
    !email.includes('\u3002') &&
    key.length <= MAX_EMAIL;
  return isValid ? null : 'is invalid';
}
