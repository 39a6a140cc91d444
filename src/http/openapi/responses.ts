import { PageParams } from '../pagination/page.js';
import type { Schema, SchemaClass } from '../schema/schema.js';
import type {
  MediaExamples,
  OpenApiOperation,
  OpenApiResponse,
  Reference,
} from './document-types.js';
import type { DocumentExamples } from './examples.js';
import { RATE_LIMIT_HEADERS } from '../routing/operation.js';
import { errorExamples } from './error-examples.js';
import { errorResponses, type DescribedError } from './error-responses.js';
import type { ApiError } from '../errors/errors.js';
import { headersOf, PAGE_HEADER_TEXTS } from './headers.js';
import type { RouteDescription } from './routes.js';
import { isList, type DocumentSchemas } from './schemas.js';
import { LoggableError } from '../../base/log/loggable-error.js';

/** The body of all error responses. */
export const errorSchema: Schema = {
  type: 'object',
  description: 'A sentence, or an object that maps parameter names to lists of problems.',
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

/** Collects the error responses of one document as components. They are made of what `error-responses.ts` declares. */
export class DocumentErrors {
  readonly responses: Record<string, OpenApiResponse> = {};

  /** @throws Error if the status is not declared */
  refer(route: RouteDescription, status: number): Reference {
    const declared = errorResponses.get(status);
    if (!declared) throw new LoggableError(`${status} is missing in error-responses.ts`);
    const { about, errors } =
      'error' in declared
        ? { about: '', errors: { Example: declared.error } }
        : errorExamples(route, declared.status);
    const name = declared.name + about;
    this.responses[name] ??= errorResponse(declared, errors);
    return { $ref: `#/components/responses/${name}` };
  }
}

function errorResponse(
  { description, headers }: DescribedError,
  errors: Record<string, ApiError>,
): OpenApiResponse {
  const examples = Object.entries(errors).map(([name, { wire }]) => [
    name,
    { value: { message: wire } },
  ]);
  const isRetried = Object.values(errors).every((error) => 'retry-after' in error.headers);
  return {
    description,
    headers: {
      ...headersOf(
        ...(isRetried ? ['Retry-After'] : []),
        // A request that counts towards a limit can fail in any way.
        ...RATE_LIMIT_HEADERS,
      ),
      ...headers,
    },
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/ErrorResponse' },
        examples: Object.fromEntries(examples) as MediaExamples,
      },
    },
  };
}

export function responsesOf(
  route: RouteDescription,
  schemas: DocumentSchemas,
  examples: DocumentExamples,
  errors: DocumentErrors,
): OpenApiOperation['responses'] {
  const responses: OpenApiOperation['responses'] = {
    [route.status]: success(route, schemas, examples),
  };
  for (const status of errorStatuses(route)) responses[status] = errors.refer(route, status);
  return responses;
}

/** For lists that can also be sent as a stream, which has no pages. */
const optionalPageHeaders = Object.fromEntries(
  Object.entries(PAGE_HEADER_TEXTS).map(([name, header]) => [name, { ...header, required: false }]),
);

const hasPages = (params: SchemaClass | undefined): boolean =>
  params === PageParams || (params?.prototype as unknown) instanceof PageParams;

function success(
  { operation, params }: RouteDescription,
  schemas: DocumentSchemas,
  examples: DocumentExamples,
): OpenApiResponse {
  const { answers, streams, examples: changes } = operation;
  const mediaType = 'mediaType' in answers ? answers.mediaType : undefined;
  const isPaged = isList(answers) && hasPages(params);
  return {
    description: isPaged ? 'One page of the list.' : 'Success.',
    headers: {
      ...headersOf(
        ...(isPaged ? Object.keys(PAGE_HEADER_TEXTS) : []),
        ...(operation.creates ? ['Idempotency-Replayed'] : []),
        ...(operation.isLimited ? RATE_LIMIT_HEADERS : []),
      ),
      ...(streams ? optionalPageHeaders : {}),
    },
    content: {
      [mediaType ?? 'application/json']: {
        schema: schemas.answer(answers),
        examples: examples.answer(answers, changes),
      },
      ...(streams
        ? {
            [streams.mediaType]: {
              schema: { type: 'string', description: streams.description },
              examples: examples.lines(answers),
            },
          }
        : {}),
    },
  };
}

function errorStatuses({ operation, method }: RouteDescription): number[] {
  const statuses = [400, 404, 408, 414, 429, 431, 500, 503];
  const isPublic = operation.access === 'public';
  if (!isPublic || operation.authenticates) statuses.push(401);
  if (!isPublic) statuses.push(403);
  if (operation.conflicts !== undefined || operation.creates) statuses.push(409);
  if (operation.creates) statuses.push(422);
  if (method !== 'get') statuses.push(413, 415);
  if (method !== 'get' || operation.records) statuses.push(504);
  return statuses;
}
