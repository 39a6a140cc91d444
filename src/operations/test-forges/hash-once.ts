import type { Passwords } from '../../core/auth/passwords.js';

const hashes = new Map<string, Promise<string>>();

/**
 * Caches password hashes: one hash takes 30 ms of argon2, and test suites create many users. Uses the production cost.
 * Starts to hash `first` at once, in parallel with the rest of the start. A password that `isCached` refuses is hashed
 * each time.
 */
export function hashOnce(
  passwords: Passwords,
  first: string,
  isCached: (password: string) => boolean = () => true,
): void {
  const hash = passwords.hash.bind(passwords);
  passwords.hash = (password) => {
    if (!isCached(password)) return hash(password);
    let known = hashes.get(password);
    if (!known) {
      hashes.set(password, (known = hash(password)));
      known.catch(() => hashes.delete(password));
    }
    return known;
  };
  // A failure is reported to the caller that needs this hash.
  passwords.hash(first).catch(() => undefined);
}
