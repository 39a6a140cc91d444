/** A service that checks no hash for an unknown login. */
import { Passwords } from '../../src/core/auth/passwords.js';
import { patch } from './patch.js';

patch(Passwords.prototype, 'matches', (matches, password, hashed) =>
  hashed === null ? Promise.resolve(false) : matches(password, hashed),
);
