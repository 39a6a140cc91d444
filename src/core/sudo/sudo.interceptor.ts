import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { mergeMap, type Observable } from 'rxjs';
import { AuditTrail } from '../audit/audit-trail.service.js';
import { accessOf, requireAccess } from '../auth/access.js';
import { Actor, type Person } from '../auth/actor.js';
import { People } from '../auth/people.js';
import { sudoOf } from '../auth/sudo.js';
import { Invalid, OperationForbidden, SudoTargetNotFound } from '../../http/errors/errors.js';
import { isBlank } from '../../http/input/blank-text.js';
import { exceedsRawLength } from '../../http/input/text-length.js';

/** Of a username. The message of a 404 repeats the value. */
const MAX_LENGTH = 255;

/**
 * Replaces the caller with the user an administrator acts as, and checks the declared access again. The token guard
 * has checked that the caller is an administrator, but the rights of the effective user decide. Also records the use of
 * sudo in the audit trail.
 */
@Injectable()
export class SudoInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly people: People,
    private readonly audit: AuditTrail,
  ) {}

  intercept(
    context: ExecutionContext,
    next: CallHandler,
  ): Observable<unknown> | Promise<Observable<unknown>> {
    const access = accessOf(this.reflector, context);
    if (access === 'public' || access === null) return next.handle();
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const target = sudoOf(request);
    if (!request.actor || target === undefined) return next.handle();
    return this.effectiveActor(request.actor, target).then((actor) => {
      // First, so that a rejected request is logged as a sudo request too.
      request.actor = actor;
      requireAccess(access, actor);
      request.scope.addCheck(async (unit) => {
        actor.renew(activeTarget(await this.people.deciding(unit, actor.id), target));
        requireAccess(access, actor);
      });
      const recordRest = this.audit.recordSudo(actor, request);
      return next.handle().pipe(mergeMap((answer: unknown) => recordRest().then(() => answer)));
    });
  }

  private async effectiveActor({ caller, scope }: Actor, target: unknown): Promise<Actor> {
    const value = typeof target === 'number' ? String(target) : target;
    if (typeof value !== 'string' || exceedsRawLength(value, MAX_LENGTH) || isBlank(value))
      throw new Invalid({ sudo: ['is invalid'] });
    const person = activeTarget(await this.people.findByIdOrUsername(value), value);
    return new Actor(caller, scope, person, true);
  }
}

function activeTarget(person: Person | null, value: unknown): Person {
  if (!person) throw new SudoTargetNotFound(String(value));
  if (person.state !== 'active') throw new OperationForbidden('The user to act as is blocked');
  return person;
}
