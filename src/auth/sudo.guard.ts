import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { Forbidden, Invalid, SudoTargetNotFound } from '../http/errors/errors.js';
import { parameter } from '../http/input/input.js';
import { accessOf, judge } from './access.js';
import { Actor } from './actor.js';
import { People } from './people.js';

/**
 * Puts the person an administrator acts as in his place and judges the route's declared access again:
 * the token guard has seen to it that he is an administrator, but the effective person's rights decide.
 */
@Injectable()
export class SudoGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly people: People,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const access = accessOf(this.reflector, context);
    if (access === 'public' || access === null) return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const target = sudoOf(request);
    if (!request.actor || target === undefined) return true;
    return this.actorFor(request.actor, target).then((actor) => {
      request.actor = actor;
      judge(access, actor);
      return true;
    });
  }

  private async actorFor({ caller }: Actor, target: unknown): Promise<Actor> {
    const value = typeof target === 'number' ? String(target) : target;
    if (typeof value !== 'string' || value.trim() === '')
      throw new Invalid({ sudo: ['is invalid'] });
    const person = await this.people.findByIdOrUsername(value);
    if (!person) throw new SudoTargetNotFound(value);
    if (person.state !== 'active') throw new Forbidden('The user to act as is blocked');
    return new Actor(caller, person, true);
  }
}

/** The parameter before the header. Given but blank is refused, never ignored. */
export function sudoOf(request: FastifyRequest): unknown {
  const given = parameter(request, 'sudo');
  return given === undefined ? request.headers['sudo'] : given;
}
