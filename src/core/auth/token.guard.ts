import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { OperationForbidden, Unauthorized } from '../../http/errors/errors.js';
import type { Access } from '../../http/routing/operation.js';
import { accessOf, requireAccess } from './access.js';
import { Actor } from './actor.js';
import { HostUsers } from './host-users.js';
import { Limits } from './limits.js';
import { People } from './people.js';
import { requestOwner } from './request-owner.js';
import { digestOf, personOf, tokenOf } from './request-token.js';
import { sudoOf } from './sudo.js';

/** Authenticates the caller by private token, or through the host application, and checks the declared access. */
@Injectable()
export class TokenGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly people: People,
    private readonly limits: Limits,
    private readonly hostUsers: HostUsers,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = accessOf(this.reflector, context);
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (access === 'public' || access === null) return true;
    const token = tokenOf(request);
    const tokenDigest = token === null ? null : digestOf(token);
    const person = await (token === null
      ? this.hostUsers.find(request)
      : personOf(this.people, tokenDigest));
    if (person?.state !== 'active') {
      if (token === null) await this.limits.requireAttempts(request.ip);
      else await this.limits.countFailedAuthentication(request.scope, request.ip);
      throw new Unauthorized();
    }
    const hasSudo = sudoOf(request) !== undefined;
    const actor = new Actor(person, request.scope, person, false, tokenDigest);
    request.actor = actor;
    requireRights(actor, access, hasSudo);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead) request.unreadResponses.requireRoom(requestOwner(request));
    request.scope.addCheck(async (unit) => {
      const today = await this.people.deciding(unit, person.id, tokenDigest);
      if (today?.state !== 'active') throw new Unauthorized();
      actor.renew(today);
      requireRights(actor, access, hasSudo);
    });
    return true;
  }
}

function requireRights(actor: Actor, access: Access, hasSudo: boolean): void {
  // Before the access check: sudo without admin rights gets the same 403 on every operation.
  if (hasSudo && !actor.isAdmin) throw new OperationForbidden('Must be admin to use sudo');
  requireAccess(access, actor);
}
