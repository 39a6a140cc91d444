import { emailProblem, MAX_EMAIL, normalizeEmail } from '../emails/email-address.js';

/** A valid address, in the form in which it is stored. */
export const isAddress = (email: string): boolean =>
  email === normalizeEmail(email) && emailProblem(email) === null && [...email].length <= MAX_EMAIL;

/** Equal for directory accounts that are one here. Databases of servers ignore spaces at the end of texts. */
export const accountKey = (provider: string, uid: string): string =>
  JSON.stringify([provider, uid].map((text) => text.replace(/ +$/, '')));
