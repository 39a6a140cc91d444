import type { Passwords } from '../auth/passwords.js';

const hashes = new Map<string, Promise<string>>();

/**
 * Lets people with the same password share its hash: each takes 30 ms of argon2, and suites make many people.
 * The cost itself is that of production. The first one is begun at once, while others of the start go on.
 */
export function hashOnce(passwords: Passwords, first: string): void {
  const hash = passwords.hash.bind(passwords);
  passwords.hash = (password) => {
    let known = hashes.get(password);
    if (!known) {
      hashes.set(password, (known = hash(password)));
      known.catch(() => hashes.delete(password));
    }
    return known;
  };
  // Whoever asks for it is told when it fails.
  passwords.hash(first).catch(() => undefined);
}
