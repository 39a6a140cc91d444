import { readFileSync } from 'node:fs';
import type { Schema } from '../../src/http/schema/schema.js';
import type {
  OpenApiDocument,
  OpenApiExample,
  OpenApiOperation,
  OpenApiResponse,
  Parameter,
  Reference,
} from '../../src/http/openapi/document-types.js';

const path = new URL('../../openapi.json', import.meta.url);

/** The committed document. `npm run documents:check` compares it with the code. */
export const openapi = JSON.parse(readFileSync(path, 'utf8')) as OpenApiDocument;

export interface DocumentedOperation extends OpenApiOperation {
  method: string;
  path: string;
}

export const operations: readonly DocumentedOperation[] = Object.entries(openapi.paths).flatMap(
  ([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ ...operation, method, path })),
);

/** Returns the part itself, or what it refers to. */
export function resolve<T extends object>(part: T | Reference): T {
  if (!('$ref' in part)) return part;
  return part.$ref
    .split('/')
    .slice(1)
    .reduce<unknown>((inner, step) => (inner as Record<string, unknown>)[step], openapi) as T;
}

export const resolveSchema = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : resolve<Schema>({ $ref: schema.$ref });

/** The bodies that the document shows for errors of an operation with this status, by name. */
export function errorExamples(
  { responses }: OpenApiOperation,
  status: number,
): Record<string, { message: unknown }> {
  const response = responses[status];
  if (!response) return {};
  const { content } = resolve<OpenApiResponse>(response);
  const examples = Object.entries(content['application/json']?.examples ?? {});
  return Object.fromEntries(
    examples.map(([name, example]) => [name, resolve<OpenApiExample>(example).value]),
  ) as Record<string, { message: unknown }>;
}

/** The body that the document shows for errors with this status, which is the same for all operations. */
export function errorExample(status: number): unknown {
  const [operation] = operations.filter(({ responses }) => status in responses);
  if (!operation) throw new Error(`The document has no error ${status}`);
  return errorExamples(operation, status)['Example'];
}

export const parametersOf = ({ parameters = [] }: OpenApiOperation): Parameter[] =>
  parameters.map((parameter) => resolve<Parameter>(parameter));
