/** A service that counts no failed authentication. */
import { Limits } from '../../src/auth/limits.js';

const uncounted = () => Promise.resolve();
Limits.prototype.countFailedAuthentication = uncounted;
Limits.prototype.countSignIn = uncounted;
Limits.prototype.countSignInTo = uncounted;
