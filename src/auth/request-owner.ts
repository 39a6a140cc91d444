import type { FastifyRequest } from 'fastify';
import { addressKey } from './address-key.js';

/**
 * The text under which limits count a request: its caller, or the address if it has none. Not the effective user:
 * with sudo, an administrator would have the limits of all users.
 */
export const requestOwner = ({ actor, ip }: FastifyRequest): string =>
  actor ? `user ${actor.caller.id}` : `address ${addressKey(ip)}`;
