import { applyDecorators, SetMetadata, UseFilters } from '@nestjs/common';
import { ErrorFilter } from '../errors/error.filter.js';
import type { Schema, SchemaClass } from '../schema/schema.js';

/** Who may call: everybody, everybody with a token, administrators. */
export type Access = 'public' | 'user' | 'admin';

/** What an operation answers: a view, a list of them, a list of one of several, one of several, or a plain schema. */
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
  /** What a client calls it, where the path makes no good name. */
  operationId?: string;
  /** Answers 409 too. */
  conflicts?: boolean;
  /** Answers 401 although it is public: it checks the password itself. */
  authenticates?: boolean;
  /** Is not part of the document, such as the document itself. */
  hidden?: boolean;
}

export const OPERATION = 'operation';

const failures = new ErrorFilter();

/**
 * Declares what a route does, who may call it and what it answers: for the guard, the document and the tests.
 * Its failures are told in the form of the service, whatever the filters of an application it is mounted in.
 */
export const Operation = (options: OperationOptions) =>
  applyDecorators(SetMetadata(OPERATION, options), UseFilters(failures));
