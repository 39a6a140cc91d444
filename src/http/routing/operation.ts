import {
  applyDecorators,
  SetMetadata,
  UseFilters,
  UseInterceptors,
  Version,
  VERSION_NEUTRAL,
} from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { ErrorFilter } from '../errors/error.filter.js';
import type { Message, ResourceName } from '../errors/errors.js';
import { FailuresAs404Interceptor } from '../errors/failures-as-404.interceptor.js';
import { paramsOf } from '../input/input.js';
import type { Schema, SchemaClass } from '../schema/schema.js';

/** Who may call: everyone, everyone with a token, or administrators. */
export type Access = 'public' | 'user' | 'admin';

/**
 * What an operation returns: a view, a list of views of one or several classes, one of several, or a schema. Of several
 * classes, the one with the most fields comes first: generated parsers take the first that fits and drop other fields.
 */
export type Answer =
  | SchemaClass
  | [SchemaClass]
  | { listOf: SchemaClass[] }
  | { anyOf: (SchemaClass | Schema)[] }
  | { schema: Schema; mediaType?: string };

export type ExampleChanges = Readonly<Record<string, unknown>>;

export interface OperationOptions {
  /** One line, in the imperative. */
  summary: string;
  description?: string;
  access: Access;
  answers: Answer;
  /**
   * Examples of the response by name, each with the fields that differ from the example of the view: a class stands for
   * its own example, undefined leaves an optional field out. Without them, there is one example of each view.
   */
  examples?: Record<string, ExampleChanges>;
  /** Another form of the response, which is sent as a text without page headers. */
  streams?: { mediaType: string; description: string };
  /** The name of the operation in generated clients, if the path makes no good one. */
  operationId?: string;
  /** Creates something with each request. A client can send an Idempotency-Key. */
  creates?: boolean;
  /** May return 409 with messages such as this one. */
  conflicts?: Message;
  /** The resource that a 404 names, if the path does not begin with it. */
  missing?: ResourceName;
  /** Returns 404 for every failure, see the interceptor. */
  failuresAs404?: boolean;
  /**
   * The actions that it may record in the audit trail, first what it does for an administrator on what belongs to others.
   * Each operation that writes declares them, also if there are none. In tests, the service compares them with what it
   * records. A GET that has them writes.
   */
  records?: readonly string[];
  /** May return 401 although it is public: it checks a password itself. */
  authenticates?: boolean;
  /** Counts towards a rate limit, and says so in `RATE_LIMIT_HEADERS`. */
  isLimited?: boolean;
  /** Left out of the OpenAPI document. */
  hidden?: boolean;
  /** Answered under overload too, and logged at debug only. */
  isHealthCheck?: boolean;
}

export const RATE_LIMIT_HEADERS = [
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
] as const;

/** A symbol, so that neither the metadata nor the route config of a host application can have the same key. */
export const OPERATION = Symbol('operation');

/** What `@Operation` adds to the Fastify config of a route. */
export interface DeclaredOperation {
  options: OperationOptions;
  /** Name of the controller method. */
  handler: string;
  /** Class that declares the request parameters. */
  params?: SchemaClass;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Only routes of the service have it. */
    [OPERATION]?: DeclaredOperation;
  }
  interface FastifyRequest {
    [OPERATION]?: OperationOptions | undefined;
  }
}

/** What the route of a request declares. Undefined for a route of a host application. */
export const operationOf = (request: FastifyRequest): OperationOptions | undefined =>
  // Cached: Fastify builds a new `routeOptions` object on each access.
  (request[OPERATION] ??= request.routeOptions.config[OPERATION]?.options);

/** Load balancers and monitors ask all the time, also under overload. */
export const isHealthCheck = (request: FastifyRequest): boolean =>
  operationOf(request)?.isHealthCheck === true;

/**
 * Declares what a route does, who may call it and what it returns. The token guard, the OpenAPI document and the tests
 * read it. Also adds the error filter, and keeps the path that the interface has if a host application has versions.
 */
export function Operation(options: OperationOptions): MethodDecorator {
  return (controller, key, descriptor) => {
    // Decorators of parameters have run before those of their method.
    const params = paramsOf(controller, key);
    const declared: DeclaredOperation = { options, handler: String(key), params };
    applyDecorators(
      SetMetadata(OPERATION, options),
      RouteConfig({ [OPERATION]: declared }),
      UseFilters(ErrorFilter),
      ...(options.failuresAs404 ? [UseInterceptors(FailuresAs404Interceptor)] : []),
      Version(VERSION_NEUTRAL),
    )(controller, key, descriptor);
  };
}
