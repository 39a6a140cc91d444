import type { FastifyRequest } from 'fastify';
import { addressKey } from '../../http/server/client-address.js';
import type { RequestOwner } from '../../http/server/unread-responses.js';

/**
 * Who the limits count a request for: the caller, or the address if there is no caller. Not the effective user: with
 * sudo, an administrator would have the limits of all users.
 */
export const requestOwner = ({ actor, ip }: FastifyRequest): RequestOwner =>
  actor
    ? { key: `user ${actor.caller.id}`, isStranger: false }
    : { key: `address ${addressKey(ip)}`, isStranger: true };
