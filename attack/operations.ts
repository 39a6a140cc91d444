import { readFileSync } from 'node:fs';
import type { Schema } from '../src/http/schema/schema.js';
import {
  METHODS,
  type OpenApiDocument,
  type OpenApiOperation,
  type Parameter,
  type Reference,
} from '../src/http/openapi/document-types.js';

export interface OperationParam {
  in: Parameter['in'] | 'body';
  name: string;
  schema: Schema;
  isRequired: boolean;
}

/** What `openapi.json` says about an operation. */
export interface Operation {
  id: string;
  method: string;
  /** `/api/v3/users/{id}` */
  template: string;
  description: string | undefined;
  /** It needs no token. */
  isPublic: boolean;
  params: OperationParam[];
  /** The valid body of the document's example; undefined if the operation takes none. */
  example: Record<string, unknown> | undefined;
}

const document = JSON.parse(
  readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'),
) as OpenApiDocument;

export const OPERATIONS: readonly Operation[] = Object.entries(document.paths).flatMap(
  ([template, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [read(template, method, operation)] : [];
    }),
);

/** False for operations that replace a token: the requests after them would be anonymous. */
export const keepsTokens = ({ template }: Operation): boolean =>
  !template.endsWith('/private_token/reset');

function read(template: string, method: string, operation: OpenApiOperation): Operation {
  const { operationId, description, security, parameters = [] } = operation;
  const { params, example } = readBody(operation);
  return {
    ...{ id: operationId, method: method.toUpperCase(), template, description, example },
    isPublic: security?.length === 0,
    params: [
      ...parameters.map(resolve).map(({ in: place, name, schema, required = false }) => {
        return { in: place, name, schema, isRequired: required };
      }),
      ...params,
    ],
  };
}

function readBody({ requestBody }: OpenApiOperation): {
  params: OperationParam[];
  example: Operation['example'];
} {
  const name = nameIn(requestBody?.content['application/json']?.schema.$ref);
  const schema = document.components.schemas[name];
  if (!schema) return { params: [], example: undefined };
  const { properties = {}, required = [] } = schema;
  return {
    params: Object.entries(properties).map(([field, of]) => {
      return { in: 'body', name: field, schema: of, isRequired: required.includes(field) };
    }),
    example: (document.components.examples[name]?.value ?? {}) as Record<string, unknown>,
  };
}

function resolve(parameter: Parameter | Reference): Parameter {
  if (!('$ref' in parameter)) return parameter;
  const found = document.components.parameters[nameIn(parameter.$ref)];
  if (!found) throw new Error(`openapi.json has no ${parameter.$ref}`);
  return found;
}

function nameIn(reference = ''): string {
  return reference.split('/').pop() ?? '';
}
