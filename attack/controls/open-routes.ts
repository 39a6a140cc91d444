/** A service that checks tokens, but not whether an operation is for administrators. */
import { TokenGuard } from '../../src/core/auth/token.guard.js';
import { Forbidden } from '../../src/http/errors/errors.js';
import { patch } from './patch.js';

patch(TokenGuard.prototype, 'canActivate', async (canActivate, context) => {
  try {
    return await canActivate(context);
  } catch (error) {
    if (error instanceof Forbidden && !error.message.includes('sudo')) return true;
    throw error;
  }
});
