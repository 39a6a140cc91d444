import type { Schema } from '../../../src/http/schema/schema.js';
import type {
  MediaExamples,
  OpenApiExample,
  OpenApiResponse,
  Parameter,
} from '../../../src/http/openapi/document-types.js';
import {
  operations,
  parametersOf,
  resolve,
  type DocumentedOperation,
} from '../../support/document.js';

/** One example of a response of an operation. */
interface ResponseExample {
  /** Names the operation, the status, the media type and the example. */
  key: string;
  value: unknown;
}

export const valuesOf = (examples: MediaExamples = {}): unknown[] =>
  Object.values(examples).map((example) => resolve<OpenApiExample>(example).value);

/** The examples of a parameter, with the values of its enum and its default, which are examples too. */
export const examplesOf = ({ examples = [], enum: values = [], default: preset }: Schema) => [
  ...new Set([...examples, ...(preset === undefined ? [] : [preset]), ...values] as unknown[]),
];

export function responseExamples(
  { operationId, responses }: DocumentedOperation,
  status: number,
  mediaType: string,
): ResponseExample[] {
  const response = responses[status];
  const content = response && resolve<OpenApiResponse>(response).content[mediaType];
  return Object.entries(content?.examples ?? {}).map(([name, example]) => ({
    key: `${operationId} ${status} ${mediaType} ${name}`,
    value: resolve<OpenApiExample>(example).value,
  }));
}

/** The keys of all examples of successful responses. */
export const allResponseExamples = (): string[] =>
  operations.flatMap((operation) =>
    Object.entries(operation.responses)
      .filter(([status]) => Number(status) < 300)
      .flatMap(([status, response]) =>
        Object.keys(resolve<OpenApiResponse>(response).content).flatMap((mediaType) =>
          responseExamples(operation, Number(status), mediaType).map(({ key }) => key),
        ),
      ),
  );

/** A header is one parameter of all operations. */
export const parameterKey = (
  { operationId }: DocumentedOperation,
  { name, in: place }: Parameter,
  value: unknown,
): string => `${place === 'header' ? 'any' : operationId} ${place} ${name}=${String(value)}`;

export const allParameterExamples = (): string[] =>
  operations.flatMap((operation) =>
    parametersOf(operation).flatMap((parameter) =>
      examplesOf(parameter.schema).map((value) => parameterKey(operation, parameter, value)),
    ),
  );
