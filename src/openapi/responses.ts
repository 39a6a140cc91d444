import { PageParams } from '../http/page.js';
import type { Schema } from '../http/schema.js';
import type { OpenApiOperation, OpenApiResponse } from './document-types.js';
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

/** By status: the name of the response and what it means. */
const failures = {
  400: ['BadRequest', 'Parameters are missing or invalid, or the request cannot be read.'],
  401: ['Unauthorized', 'No token, an unknown one, or that of a blocked user.'],
  403: ['Forbidden', 'The caller, or the user acted as, may not do this.'],
  404: ['NotFound', 'What the path names does not exist, or the caller may not see it.'],
  409: ['Conflict', 'It is there already.'],
  413: ['ContentTooLarge', 'The body is too long.'],
  415: ['UnsupportedMediaType', 'The body is neither JSON nor a form.'],
  429: ['TooManyRequests', 'Too often.'],
  500: ['InternalServerError', 'A fault of the service.'],
  503: ['ServiceUnavailable', 'The database is away, or the service stops.'],
} satisfies Record<number, [string, string]>;
type FailureStatus = keyof typeof failures;
const ASKS_TO_WAIT = ['429', '503'];

export const errorResponses: Record<string, OpenApiResponse> = Object.fromEntries(
  Object.entries(failures).map(([status, [name, description]]) => [
    name,
    {
      description,
      headers: headersOf(...(ASKS_TO_WAIT.includes(status) ? ['Retry-After'] : [])),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  ]),
);

export function responsesOf(
  route: RouteDescription,
  schemas: DocumentSchemas,
): OpenApiOperation['responses'] {
  const responses: OpenApiOperation['responses'] = { [route.status]: success(route, schemas) };
  for (const status of failureStatuses(route)) {
    responses[status] = { $ref: `#/components/responses/${failures[status][0]}` };
  }
  return responses;
}

function success({ operation, params }: RouteDescription, schemas: DocumentSchemas) {
  const { answers } = operation;
  const mediaType = 'mediaType' in answers ? answers.mediaType : undefined;
  const isPaged = isList(answers) && (params?.prototype as unknown) instanceof PageParams;
  return {
    description: isPaged ? 'A page of the list.' : 'The answer.',
    headers: headersOf(...(isPaged ? Object.keys(pageHeaders) : [])),
    content: { [mediaType ?? 'application/json']: { schema: schemas.answer(answers) } },
  };
}

function failureStatuses({ operation, method }: RouteDescription): FailureStatus[] {
  const statuses: FailureStatus[] = [400, 404, 429, 500, 503];
  const isPublic = operation.access === 'public';
  if (!isPublic || operation.authenticates) statuses.push(401);
  if (!isPublic) statuses.push(403);
  if (operation.conflicts) statuses.push(409);
  if (method !== 'get') statuses.push(413, 415);
  return statuses;
}
