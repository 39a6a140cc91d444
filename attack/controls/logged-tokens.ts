/** A service that logs the headers of requests. */
import type { FastifyRequest } from 'fastify';
import { TokenGuard } from '../../src/core/auth/token.guard.js';
import { patch } from './patch.js';

patch(TokenGuard.prototype, 'canActivate', (canActivate, context) => {
  const { log, headers } = context.switchToHttp().getRequest<FastifyRequest>();
  log.info({ headers }, 'headers');
  return canActivate(context);
});
