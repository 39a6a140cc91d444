import { exceedsRawLength } from '../../http/input/text-length.js';

/** Characters of an address. */
export const MAX_EMAIL = 254;

/** The form in which addresses are stored and compared. A text that is too long for an address stays as it is. */
export const normalizeEmail = (email: string): string =>
  exceedsRawLength(email, MAX_EMAIL) ? email : email.normalize('NFKC').trim().toLowerCase();

const ADDRESS = /^[^@\s\p{Cc}]+@[^@\s\p{Cc}]+$/u;

/** Zero width, soft hyphen and the like: with them, an address looks like that of somebody else. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** An empty part of the domain, as after a trailing dot: the name system ignores it. */
const hasEmptyPart = (email: string): boolean =>
  email
    .slice(email.indexOf('@') + 1)
    .split('.')
    .includes('');

/** Returns null for a valid address. It must be normalized. */
export function emailProblem(email: string): string | null {
  // Some programs take U+3002 for a dot.
  const isValid =
    ADDRESS.test(email) &&
    !INVISIBLE.test(email) &&
    !hasEmptyPart(email) &&
    !email.includes('\u3002');
  return isValid ? null : 'is invalid';
}
