import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { Forbidden } from '../http/errors/errors.js';
import { OPERATION, type Access, type OperationOptions } from '../http/routing/operation.js';
import { once } from '../http/once.js';
import type { Actor } from './actor.js';

type Handler = ReturnType<ExecutionContext['getHandler']>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the token guard, replaced by the sudo guard. */
    actor?: Actor;
  }
}

/** Both guards ask at every request. */
const declared = once(
  (handler: Handler, reflector: Reflector): Access | null =>
    reflector.get<OperationOptions | undefined>(OPERATION, handler)?.access ?? null,
);

/**
 * What the route declared. One that declared nothing (null) belongs to the application the service is mounted
 * in: with one of its own the service does not start.
 */
export function accessOf(reflector: Reflector, context: ExecutionContext): Access | null {
  return declared(context.getHandler(), reflector);
}

/** The one judgement, made of the caller by one guard and of the effective person by the next. */
export function judge(access: Access | null, actor: Actor): void {
  if (access === 'admin' && !actor.isAdmin) throw new Forbidden();
}

/** The actor of the request, as a parameter of a controller's method. */
export const As = createParamDecorator((_: unknown, context: ExecutionContext): Actor => {
  const { actor } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!actor) throw new Error('A public route has no actor');
  return actor;
});
