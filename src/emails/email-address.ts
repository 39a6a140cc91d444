/** The form in which addresses are stored and compared. */
export const normalizeEmail = (email: string): string =>
  email.normalize('NFKC').trim().toLowerCase();

/** Zero width characters and soft hyphens: with them, an address looks like another one. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** Returns null for a valid address. A domain with a dot at the end is another spelling of the domain without it. */
export function emailProblem(email: string): string | null {
  const isAddress = /^[^@\s\p{Cc}]+@[^@\s\p{Cc}]*[^@\s\p{Cc}.]$/u.test(email);
  return isAddress && !INVISIBLE.test(email) ? null : 'is invalid';
}
