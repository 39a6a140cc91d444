import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import type { RequestScope } from '../../database/request-scope.js';
import { OperationForbidden } from '../../http/errors/errors.js';
import { OPERATION, type Access, type OperationOptions } from '../../http/routing/operation.js';
import type { Actor } from './actor.js';
import { tokenOf } from './request-token.js';
import { LoggableError } from '../../base/log/loggable-error.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the token guard, replaced by the sudo interceptor. */
    actor?: Actor;
  }
}

/**
 * The access that the route declares. Null: a route of the host application. The service does not start if one of
 * its own routes declares none.
 */
export function accessOf(reflector: Reflector, context: ExecutionContext): Access | null {
  const operation = reflector.get<OperationOptions | undefined>(OPERATION, context.getHandler());
  return operation?.access ?? null;
}

/** The guard calls this for the caller, the sudo interceptor for the effective user. */
export function requireAccess(access: Access | null, actor: Actor): void {
  if (access === 'admin' && !actor.isAdmin) throw new OperationForbidden();
}

/** Injects the scope of the request, for units of work on behalf of nobody or of an administrator. */
export const CurrentScope = createParamDecorator(
  (_: unknown, context: ExecutionContext): RequestScope =>
    context.switchToHttp().getRequest<FastifyRequest>().scope,
);

/** Injects the actor of the request into a controller method. */
export const CurrentActor = createParamDecorator((_: unknown, context: ExecutionContext): Actor => {
  const { actor } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!actor) throw new LoggableError('A public route has no actor');
  return actor;
});

/** Injects the private token of the request. */
export const CurrentToken = createParamDecorator(
  (_: unknown, context: ExecutionContext): string => {
    const token = tokenOf(context.switchToHttp().getRequest<FastifyRequest>());
    // The host application has authenticated the caller, see docs/embedding.md.
    if (token === null) throw new OperationForbidden('The operation needs a private token');
    return token;
  },
);
