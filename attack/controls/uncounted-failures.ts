/** A service that counts no failed authentication. */
import { Limits } from '../../src/core/auth/limits.js';

const nothing = () => Promise.resolve();
const uncounted = () => Promise.resolve(nothing);
Limits.prototype.countFailedAuthentication = uncounted;
Limits.prototype.countSignIn = uncounted;
Limits.prototype.countSignInTo = uncounted;
Limits.prototype.countAttempt = uncounted;
