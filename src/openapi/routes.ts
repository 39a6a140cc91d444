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

/** A route as its controller declares it. */
export interface RouteDescription {
  method: Method;
  /** In full, as the router has it: `/api/v3/users/:id`. */
  path: string;
  /** The name of the controller's method. */
  handler: string;
  /** The status of success. */
  status: number;
  operation: OperationOptions;
  /** What the request's parameters are read into. */
  params?: SchemaClass;
}

/** The routes of the service, known once `describeRoutes` has been called. */
@Injectable()
export class Routes {
  list: readonly RouteDescription[] = [];
}

/**
 * Collects what the controllers of these modules declare, before the service listens.
 *
 * @throws Error a route does not say who may call it: such a service does not start
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
    throw new Error(`${name} declares no @Operation, so nobody knows who may call it`);
  const method = METHODS.find((known) => known === RequestMethod[verb].toLowerCase());
  if (!method) throw new Error(`${name} is none of ${METHODS.join(', ')}`);
  const status =
    (read(HTTP_CODE_METADATA) as number | undefined) ?? (method === 'post' ? 201 : 200);
  const params = paramsOf(prototype, handler);
  return pathsOf(controller, route, verb).map((path) => {
    return { method, path, handler, status, operation, params };
  });
}

type PathFinder = (controller: object, handler: object, method: RequestMethod) => string[];

/** Nest's own path factory, because only Nest knows the prefixes and which routes stand outside them. */
function pathFinder(app: INestApplication, applicationId: string): (module: Type) => PathFinder {
  // Private, and given by no provider.
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
