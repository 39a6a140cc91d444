/** The form in which addresses are stored and compared. */
export const normalizeEmail = (email: string): string =>
  email.normalize('NFKC').trim().toLowerCase();

/** Returns null for a valid address. */
export function emailProblem(email: string): string | null {
  return /^[^@\s\p{Cc}]+@[^@\s\p{Cc}]+$/u.test(email) ? null : 'is invalid';
}
