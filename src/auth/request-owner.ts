import type { FastifyRequest } from 'fastify';
import type { RequestOwner } from '../http/input/request-owner.js';
import { addressKey } from '../http/server/client-address.js';

/**
 * Who the limits count a request for: the caller, or the address if there is no caller. Not the effective user: with
 * sudo, an administrator would have the limits of all users.
 */
export const requestOwner = ({ actor, ip }: FastifyRequest): RequestOwner =>
  ownerOf(actor?.caller ?? null, ip);

/** @param user null for an unknown sender */
export const ownerOf = (user: { id: number } | null, ip: string): RequestOwner =>
  user
    ? { key: `user ${user.id}`, isStranger: false }
    : { key: `address ${addressKey(ip)}`, isStranger: true };
