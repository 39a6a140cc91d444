import { Injectable, RequestMethod, type INestApplication, type Type } from '@nestjs/common';
import {
  HTTP_CODE_METADATA,
  METHOD_METADATA,
  MODULE_PATH,
  PATH_METADATA,
} from '@nestjs/common/internal';
import { MetadataScanner, ModulesContainer, type ApplicationConfig } from '@nestjs/core';
import { RoutePathFactory } from '@nestjs/core/router/route-path-factory.js';
import { paramsOf } from '../http/input/input.js';
import { OPERATION, type OperationOptions } from '../http/routing/operation.js';
import type { SchemaClass } from '../http/schema/schema.js';
import { METHODS, type Method } from './document-types.js';

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

/** The routes of the service. Empty until `describeRoutes` has run. */
@Injectable()
export class Routes {
  list: readonly RouteDescription[] = [];
}

/**
 * Collects the routes of the modules that `has` accepts, before the service listens.
 *
 * @throws Error if a route has no @Operation, because then no access is declared for it
 */
export function describeRoutes(
  app: INestApplication,
  has: (module: Type) => boolean = () => true,
): readonly RouteDescription[] {
  const container = app.get(ModulesContainer);
  const pathsIn = pathFinder(app, container.applicationId);
  const scanner = new MetadataScanner();
  const routes = [...container.values()]
    .filter(({ metatype }) => has(metatype))
    .flatMap(({ metatype: module, controllers }) =>
      [...controllers.values()].flatMap(({ metatype }) => {
        const controller = metatype as SchemaClass;
        return scanner
          .getAllMethodNames(controller.prototype as object)
          .flatMap((handler) => describeHandler(controller, handler, pathsIn(module)));
      }),
    );
  app.get(Routes).list = routes;
  return routes;
}

function describeHandler(
  controller: SchemaClass,
  handler: string,
  pathsOf: PathFinder,
): RouteDescription[] {
  const prototype = controller.prototype as object;
  const route = Reflect.get(prototype, handler) as object;
  const read = (key: string): unknown => Reflect.getMetadata(key, route);
  const verb = read(METHOD_METADATA) as RequestMethod | undefined;
  if (verb === undefined) return [];
  const name = `${controller.name}.${handler}`;
  const operation = read(OPERATION) as OperationOptions | undefined;
  if (!operation)
    throw new Error(`${name} declares no @Operation: add one with the access of the route`);
  const method = METHODS.find((known) => known === RequestMethod[verb].toLowerCase());
  if (!method) throw new Error(`${name} has none of the methods ${METHODS.join(', ')}`);
  const status =
    (read(HTTP_CODE_METADATA) as number | undefined) ?? (method === 'post' ? 201 : 200);
  const params = paramsOf(prototype, handler);
  return pathsOf(controller, route, verb).map((path) => {
    return { method, path, handler, status, operation, params };
  });
}

type PathFinder = (controller: object, handler: object, method: RequestMethod) => string[];

/** Uses Nest's path factory, because only Nest knows the prefixes and the routes excluded from them. */
function pathFinder(app: INestApplication, applicationId: string): (module: Type) => PathFinder {
  // Private in Nest, and no provider exposes it.
  const { config } = app as unknown as { config: ApplicationConfig };
  const factory = new RoutePathFactory(config);
  const globalPrefix = `/${config.getGlobalPrefix()}`;
  const declared = (target: object) =>
    [Reflect.getMetadata(PATH_METADATA, target)].flat() as string[];
  return (module) => (controller, handler, method) => {
    const modulePath = Reflect.getMetadata(MODULE_PATH + applicationId, module) as
      string | undefined;
    return declared(controller).flatMap((ctrlPath) =>
      declared(handler).flatMap((methodPath) =>
        factory.create({ modulePath, ctrlPath, methodPath, globalPrefix }, method),
      ),
    );
  };
}
