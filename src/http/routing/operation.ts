import { applyDecorators, SetMetadata, UseFilters } from '@nestjs/common';
import { ErrorFilter } from '../errors/error.filter.js';
import type { Schema, SchemaClass } from '../schema/schema.js';

/** Who may call: everyone, everyone with a token, or administrators. */
export type Access = 'public' | 'user' | 'admin';

/** What an operation returns: a view, a list of views of one or several classes, one of several, or a schema. */
export type Answer =
  | SchemaClass
  | [SchemaClass]
  | { listOf: SchemaClass[] }
  | { anyOf: (SchemaClass | Schema)[] }
  | { schema: Schema; mediaType?: string };

export interface OperationOptions {
  /** One line, in the imperative. */
  summary: string;
  description?: string;
  access: Access;
  answers: Answer;
  /** The name of the operation in generated clients, if the path makes no good one. */
  operationId?: string;
  /** May return 409. */
  conflicts?: boolean;
  /** May return 401 although it is public: it checks a password itself. */
  authenticates?: boolean;
  /** Left out of the OpenAPI document. */
  hidden?: boolean;
}

export const OPERATION = 'operation';

const errorFilter = new ErrorFilter();

/**
 * Declares what a route does, who may call it and what it returns. The token guard, the OpenAPI document and the tests
 * read it. Also adds the error filter, so that the filters of a host application do not change the errors.
 */
export const Operation = (options: OperationOptions) =>
  applyDecorators(SetMetadata(OPERATION, options), UseFilters(errorFilter));
