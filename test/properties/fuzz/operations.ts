import { readFileSync } from 'node:fs';
import type {
  OpenApiDocument,
  OpenApiOperation,
  Parameter,
  Reference,
} from '../../../src/http/openapi/document-types.js';
import type { Schema } from '../../../src/http/schema/schema.js';

/** The documented input of an operation. */
export interface FuzzedOperation {
  name: string;
  method: string;
  /** In the format of the document: `/api/v3/users/{id}`. */
  template: string;
  query: Record<string, Schema>;
  body: Record<string, Schema>;
  required: readonly string[];
}

/** Read from the file, because test names are needed before a service runs. */
export function documentedOperations(): FuzzedOperation[] {
  const path = new URL('../../../openapi.json', import.meta.url);
  const document = JSON.parse(readFileSync(path, 'utf8')) as OpenApiDocument;
  return Object.entries(document.paths).flatMap(([template, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      name: operation.operationId,
      method: method.toUpperCase(),
      template,
      ...parametersOf(document, operation),
    })),
  );
}

function parametersOf(
  { components }: OpenApiDocument,
  { parameters = [], requestBody }: OpenApiOperation,
) {
  const isOwn = (one: Parameter | Reference): one is Parameter => !('$ref' in one);
  const inQuery = parameters.filter(isOwn).filter((one) => one.in === 'query');
  const name = requestBody?.content['application/json']?.schema.$ref?.split('/').pop() ?? '';
  const { properties = {}, required = [] } = components.schemas[name] ?? {};
  return {
    query: Object.fromEntries(inQuery.map((one) => [one.name, one.schema])),
    body: properties,
    required: [...required, ...inQuery.filter((one) => one.required).map((one) => one.name)],
  };
}
