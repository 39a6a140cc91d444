import { PageParams } from '../http/pagination/page.js';
import type { Schema } from '../http/schema/schema.js';
import type { OpenApiOperation, OpenApiResponse } from './document-types.js';
import type { DocumentExamples } from './examples.js';
import { failures } from './failures.js';
import { headersOf, pageHeaders } from './headers.js';
import type { RouteDescription } from './routes.js';
import { isList, type DocumentSchemas } from './schemas.js';

/** The one shape of a failure. */
export const errorSchema: Schema = {
  type: 'object',
  description: 'What went wrong: a sentence, or texts by the name of the parameter they are about.',
  properties: {
    message: {
      anyOf: [
        { type: 'string' },
        {
          type: 'object',
          additionalProperties: { type: 'array', items: { type: 'string' } },
        },
      ],
    },
  },
  required: ['message'],
  additionalProperties: false,
};

export const errorResponses: Record<string, OpenApiResponse> = Object.fromEntries(
  [...failures.values()].map(({ name, description, error }) => [
    name,
    {
      description,
      headers: headersOf(...('retry-after' in error.headers ? ['Retry-After'] : [])),
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/Error' },
          examples: { Example: { value: { message: error.wire } } },
        },
      },
    },
  ]),
);

export function responsesOf(
  route: RouteDescription,
  schemas: DocumentSchemas,
  examples: DocumentExamples,
): OpenApiOperation['responses'] {
  const responses: OpenApiOperation['responses'] = {
    [route.status]: success(route, schemas, examples),
  };
  for (const status of failureStatuses(route)) {
    responses[status] = { $ref: `#/components/responses/${nameOf(status)}` };
  }
  return responses;
}

function nameOf(status: number): string {
  const failure = failures.get(status);
  if (!failure) throw new Error(`${status} is not among the failures`);
  return failure.name;
}

function success(
  { operation, params }: RouteDescription,
  schemas: DocumentSchemas,
  examples: DocumentExamples,
): OpenApiResponse {
  const { answers } = operation;
  const mediaType = 'mediaType' in answers ? answers.mediaType : undefined;
  const isPaged = isList(answers) && (params?.prototype as unknown) instanceof PageParams;
  return {
    description: isPaged ? 'A page of the list.' : 'The answer.',
    headers: headersOf(...(isPaged ? Object.keys(pageHeaders) : [])),
    content: {
      [mediaType ?? 'application/json']: {
        schema: schemas.answer(answers),
        examples: examples.answer(answers),
      },
    },
  };
}

function failureStatuses({ operation, method }: RouteDescription): number[] {
  const statuses = [400, 404, 408, 414, 429, 431, 500, 503];
  const isPublic = operation.access === 'public';
  if (!isPublic || operation.authenticates) statuses.push(401);
  if (!isPublic) statuses.push(403);
  if (operation.conflicts) statuses.push(409);
  if (method !== 'get') statuses.push(413, 415);
  return statuses;
}
