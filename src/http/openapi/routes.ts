import { Injectable, type Type } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { OPERATION, type DeclaredOperation, type OperationOptions } from '../routing/operation.js';
import type { SchemaClass } from '../schema/schema.js';
import { METHODS, type Method } from './document-types.js';
import { LoggableError } from '../../base/log/loggable-error.js';

/** A route and what its controller declares about it. */
export interface RouteDescription {
  method: Method;
  /** Full path in router syntax: `/api/v3/users/:id`. */
  path: string;
  /** Name of the controller method. */
  handler: string;
  /** Status of a successful response. */
  status: number;
  operation: OperationOptions;
  /** Class that declares the request parameters. */
  params?: SchemaClass;
}

/** The routes of the service. Complete once the application is initialized. */
@Injectable()
export class Routes {
  readonly list: RouteDescription[] = [];

  constructor(private readonly discovery: DiscoveryService) {}

  /** Must be called before routes are added. */
  record(fastify: FastifyInstance): void {
    fastify.addHook('onRoute', ({ method, url, config }) => {
      const declared = config?.[OPERATION];
      // Fastify adds a HEAD route to each GET route, with the same config.
      if (declared && method !== 'HEAD')
        this.list.push(describeRoute(String(method), url, declared));
    });
  }

  /** @throws Error if a controller with operations lacks the guard, because then nobody checks their access */
  requireGuard(guard: Type): void {
    for (const { metatype } of this.discovery.getControllers()) {
      const { name, prototype } = metatype as SchemaClass;
      const guards = (Reflect.getMetadata('__guards__', metatype as Type) ?? []) as Type[];
      if (!guards.includes(guard) && operationsOf(prototype as object).length > 0)
        throw new LoggableError(
          `${name} has no ${guard.name}: add its module to AppModule.withRoutes`,
        );
    }
  }

  /** @throws Error if a route of these modules has no @Operation, because then no access is declared for it */
  requireOperations(modules: readonly Type[]): void {
    for (const { metatype } of this.discovery.getControllers({ include: [...modules] })) {
      const { name, prototype } = metatype as SchemaClass;
      for (const handler of new MetadataScanner().getAllMethodNames(prototype as object)) {
        // Only decorators put metadata on a method, so a method with metadata is a route.
        const keys = Reflect.getMetadataKeys(Reflect.get(prototype as object, handler) as object);
        if (keys.length > 0 && !keys.includes(OPERATION))
          throw new LoggableError(
            `${name}.${handler} declares no @Operation: add one with the access of the route`,
          );
      }
    }
  }
}

/** The methods of a controller that declare an operation. */
const operationsOf = (prototype: object): string[] =>
  new MetadataScanner()
    .getAllMethodNames(prototype)
    .filter((handler) => Reflect.hasMetadata(OPERATION, Reflect.get(prototype, handler) as object));

function describeRoute(
  verb: string,
  path: string,
  { options, handler, params }: DeclaredOperation,
): RouteDescription {
  const method = METHODS.find((known) => known === verb.toLowerCase());
  if (!method)
    throw new LoggableError(`${path} has none of the methods ${METHODS.join(', ')}: ${verb}`);
  const status = method === 'post' ? 201 : 200;
  return { method, path, handler, status, operation: options, params };
}
