import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { Forbidden, Invalid, SudoTargetNotFound } from '../http/errors.js';
import { parameter } from '../http/input.js';
import { accessOf, judge } from './access.js';
import { Actor, type Person } from './actor.js';
import { People } from './people.js';

/**
 * Puts the person an administrator acts as in his place and judges the route's declared access again:
 * the guard has seen to it that he is an administrator, but the effective person's rights decide.
 */
@Injectable()
export class SudoInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly people: People,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const target = sudoOf(request);
    if (request.actor && target !== undefined) {
      const { caller } = request.actor;
      request.actor = new Actor(caller, await this.personFor(target), true);
      judge(accessOf(this.reflector, context), request.actor);
    }
    return next.handle();
  }

  private async personFor(target: unknown): Promise<Person> {
    const value = typeof target === 'number' ? String(target) : target;
    if (typeof value !== 'string' || value.trim() === '')
      throw new Invalid({ sudo: ['is invalid'] });
    const person = await this.people.findByIdOrUsername(value);
    if (!person) throw new SudoTargetNotFound(value);
    if (person.state !== 'active') throw new Forbidden('The user to act as is blocked');
    return person;
  }
}

/** The parameter before the header. Given but blank is refused, never ignored. */
export function sudoOf(request: FastifyRequest): unknown {
  const given = parameter(request, 'sudo');
  return given === undefined ? request.headers['sudo'] : given;
}
