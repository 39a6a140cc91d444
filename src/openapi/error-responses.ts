import {
  Conflict,
  Forbidden,
  InternalError,
  Invalid,
  NotFound,
  Refused,
  TooManyRequests,
  Unauthorized,
  Unavailable,
  UNSUPPORTED_TYPE,
  type ApiError,
} from '../http/errors.js';
import { tooLong } from '../http/refusals.js';

interface Failure {
  /** Of the response among the components. */
  name: string;
  description: string;
  /** What is shown as an example. */
  error: ApiError;
}

/** What an operation may answer instead of what it was asked for. */
const list: Failure[] = [
  {
    name: 'BadRequest',
    description: 'Parameters are missing or invalid, or the request cannot be read.',
    error: new Invalid({ name: ['is missing'] }),
  },
  {
    name: 'Unauthorized',
    description: 'No token, an unknown one, or that of a blocked user.',
    error: new Unauthorized(),
  },
  {
    name: 'Forbidden',
    description: 'The caller, or the user acted as, may not do this.',
    error: new Forbidden(),
  },
  {
    name: 'NotFound',
    description: 'What the path names does not exist, or the caller may not see it.',
    error: new NotFound('Project'),
  },
  {
    name: 'RequestTimeout',
    description: 'The request did not arrive in time.',
    error: new Refused(408, 'Request Timeout - send the whole request at once'),
  },
  {
    name: 'Conflict',
    description: 'It is there already.',
    error: new Conflict('Email has already been taken'),
  },
  {
    name: 'ContentTooLarge',
    description: 'The body is too long.',
    error: new Refused(413, 'Request Entity Too Large - send a smaller body'),
  },
  { name: 'UriTooLong', description: 'The address is too long.', error: tooLong() },
  {
    name: 'UnsupportedMediaType',
    description: 'The body is neither JSON nor a form.',
    error: new Refused(415, UNSUPPORTED_TYPE),
  },
  { name: 'TooManyRequests', description: 'Too often.', error: new TooManyRequests(1_000) },
  {
    name: 'HeadersTooLarge',
    description: 'The headers are too long.',
    error: new Refused(431, 'Request Header Fields Too Large - at most 16384 bytes'),
  },
  {
    name: 'InternalServerError',
    description: 'A fault of the service.',
    error: new InternalError(),
  },
  {
    name: 'ServiceUnavailable',
    description: 'The database is away, or the service stops.',
    error: new Unavailable(),
  },
];

export const failures: ReadonlyMap<number, Failure> = new Map(
  list.map((failure) => [failure.error.status, failure]),
);
