import {
  Forbidden,
  InternalError,
  KeyReused,
  OutcomeUnknownError,
  Refused,
  TooManyRequests,
  Unauthorized,
  Unavailable,
  UNSUPPORTED_TYPE,
  type ApiError,
} from '../errors/errors.js';
import type { Header } from './document-types.js';
import { bodyTooLarge, MAX_URL, tooLong } from '../errors/parser-errors.js';

export interface DescribedError {
  /** Name of the response component. */
  name: string;
  description: string;
  /** Headers that only some of these responses have. */
  headers?: Record<string, Header>;
}
/** The error is the example of all operations. Without one, each operation has its own: error-examples.ts. */
type DeclaredError = DescribedError & ({ error: ApiError } | { status: 400 | 404 | 409 });

const list: DeclaredError[] = [
  {
    name: 'BadRequest',
    description: 'Parameters are missing or invalid, or the request cannot be read.',
    status: 400,
  },
  {
    name: 'Unauthorized',
    description: 'The token is missing or unknown, or its user is blocked.',
    error: new Unauthorized(),
  },
  {
    name: 'Forbidden',
    description: 'The caller, or the user given by sudo, lacks the right to do this.',
    error: new Forbidden(),
  },
  {
    name: 'NotFound',
    description: 'The resource does not exist, or the caller cannot see it.',
    status: 404,
  },
  {
    name: 'RequestTimeout',
    description: 'The request did not arrive in time.',
    error: new Refused(408, 'Request Timeout - send the whole request at once'),
  },
  {
    name: 'Conflict',
    description:
      'The resource already exists, or the first request with this Idempotency-Key is still running.',
    headers: {
      'Retry-After': {
        description: 'Seconds to wait. Only if the first request is still running.',
        schema: { type: 'integer', minimum: 1, examples: [1] },
      },
    },
    status: 409,
  },
  {
    name: 'UnprocessableEntity',
    description: 'The Idempotency-Key belongs to a request with other parameters.',
    error: new KeyReused(),
  },
  {
    name: 'ContentTooLarge',
    description: 'The body has too many bytes: by default more than 1 MiB.',
    error: bodyTooLarge(),
  },
  {
    name: 'UriTooLong',
    description:
      `The URL has more than ${MAX_URL} characters. In it, each byte of UTF-8 has up to 3 characters, ` +
      'so parameters can have the allowed lengths and still make it too long.',
    error: tooLong(),
  },
  {
    name: 'UnsupportedMediaType',
    description: 'The body is neither JSON nor a form, or it has a content coding such as gzip.',
    headers: {
      'Accept-Encoding': {
        description: 'The content codings that a body may have. Only if the body has another one.',
        schema: { type: 'string', examples: ['identity'] },
      },
    },
    error: new Refused(415, UNSUPPORTED_TYPE),
  },
  {
    name: 'TooManyRequests',
    description: 'A rate limit is reached.',
    error: new TooManyRequests({ limit: 30, remaining: 0, resetMs: 1_000 }),
  },
  {
    name: 'HeadersTooLarge',
    description: 'The headers are too large.',
    error: new Refused(431, 'Request Header Fields Too Large - at most 16384 bytes'),
  },
  {
    name: 'InternalServerError',
    description: 'The service failed unexpectedly.',
    error: new InternalError(),
  },
  {
    name: 'ServiceUnavailable',
    description:
      'The database does not respond, or the service is overloaded, stopping or already sending many large pages.',
    error: new Unavailable(),
  },
  {
    name: 'OutcomeUnknown',
    description:
      'The database gave no response to the COMMIT of a write, so its outcome is not known. A retry with the same Idempotency-Key is safe.',
    error: new OutcomeUnknownError(),
  },
];

/** Error responses by status. */
export const errorResponses: ReadonlyMap<number, DeclaredError> = new Map(
  list.map((one) => ['error' in one ? one.error.status : one.status, one]),
);
