import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { Forbidden, Unauthorized } from '../http/errors/errors.js';
import { parameter } from '../http/input/input.js';
import { accessOf, requireAccess } from './access.js';
import { Actor } from './actor.js';
import { Limits } from './limits.js';
import { People } from './people.js';
import { sudoOf } from './sudo.js';

/** Authenticates the caller by private token and checks the declared access. */
@Injectable()
export class TokenGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly people: People,
    private readonly limits: Limits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = accessOf(this.reflector, context);
    if (access === 'public' || access === null) return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const token = tokenOf(request);
    const isToken = token !== null && token.length <= MAX_LENGTH;
    const person = isToken ? await this.people.findByToken(token) : null;
    if (person?.state !== 'active') {
      await this.limits.countFailedAuthentication(request.ip);
      throw new Unauthorized();
    }
    const actor = new Actor(person, request.scope);
    request.actor = actor;
    // Before the access check: sudo without admin rights gets the same 403 on every operation.
    if (sudoOf(request) !== undefined && !actor.isAdmin)
      throw new Forbidden('Must be admin to use sudo');
    requireAccess(access, actor);
    return true;
  }
}

/** The most characters of a token, which ADMIN_TOKEN may have. Longer ones are unknown without being hashed. */
const MAX_LENGTH = 255;

/** The parameter wins, then PRIVATE-TOKEN, then Bearer. An empty parameter counts as absent. */
function tokenOf(request: FastifyRequest): string | null {
  const inQuery = request.query as { private_token?: unknown };
  const given = parameter(request, 'private_token') || inQuery.private_token;
  if (given) return typeof given === 'string' ? given : null;
  const { 'private-token': header, authorization } = request.headers;
  if (typeof header === 'string' && header !== '') return header;
  return /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? null;
}
