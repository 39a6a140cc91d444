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

/** The body that the document shows for errors with this status. */
export function errorExample(status: number): unknown {
  const [response] = operations.flatMap(({ responses }) => responses[status] ?? []);
  if (!response) throw new Error(`The document has no error ${status}`);
  const { content } = resolve<OpenApiResponse>(response);
  const [example] = Object.values(content['application/json']?.examples ?? {});
  return example && resolve<OpenApiExample>(example).value;
}

export const parametersOf = ({ parameters = [] }: OpenApiOperation): Parameter[] =>
  parameters.map((parameter) => resolve<Parameter>(parameter));
