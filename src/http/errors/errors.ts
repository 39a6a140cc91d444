import { STATUS_CODES } from 'node:http';
import { count, type Reason } from '../../base/telemetry/observer.js';
import { rateLimitHeaders, wholeSeconds, type RateLimitState } from './rate-limit-headers.js';

/** Messages by the name of the field they refer to. */
export type FieldProblems = Record<string, string[]>;
export type Message = string | FieldProblems;

/** The resources of this service, as a 404 message names them. */
export type ResourceName =
  | 'Project'
  | 'Issue'
  | 'Snippet'
  | 'Merge Request'
  | 'Note'
  | 'User'
  | 'Key'
  | 'Email'
  | 'Award Emoji'
  | 'Member'
  | 'Label'
  | 'Identity';

/** An error that a client receives. Services throw it, the error filter sends it. */
export abstract class ApiError extends Error {
  abstract readonly status: number;
  readonly headers: Record<string, string> = {};

  constructor(readonly wire: Message) {
    super(typeof wire === 'string' ? wire : JSON.stringify(wire));
  }
}

/** 400: parameters are missing or invalid. */
export class Invalid extends ApiError {
  readonly status = 400;
  constructor(readonly problems: FieldProblems) {
    super(problems);
  }
}

/** 400: the request cannot be parsed. */
export class Malformed extends ApiError {
  readonly status = 400;
  constructor(what: string) {
    super(`400 Bad Request - ${what}`);
  }
}

/** 401: no token, an unknown token, or the token of a blocked user. */
export class Unauthorized extends ApiError {
  readonly status = 401;
  constructor() {
    super('401 Unauthorized');
  }
}

/** 403: the caller is authenticated, but lacks the rights. */
export class Forbidden extends ApiError {
  readonly status = 403;
  constructor(reason?: string) {
    super(reason ? `403 Forbidden  - ${reason}` : '403 Forbidden');
  }
}

/** 403: the caller may not use the operation, or not with sudo. Also of operations that return 404 for every failure. */
export class OperationForbidden extends Forbidden {}

/** 404: the resource does not exist, or the caller cannot see it. */
export class NotFound extends ApiError {
  readonly status = 404;
  constructor(resource: ResourceName) {
    super(`404 ${resource} Not Found`);
  }
}

/** 404: the user that sudo names does not exist. */
export class SudoTargetNotFound extends ApiError {
  readonly status = 404;
  constructor(value: string) {
    super(`404 No user id or username for: ${value} Not Found`);
  }
}

/** 404: the operation returns 404 for every failure. The message still has the reason. */
export class Failed extends ApiError {
  readonly status = 404;
}

/** 404: no such route. */
export class RouteNotFound extends ApiError {
  readonly status = 404;
  constructor() {
    super('404 Not Found');
  }
}

/** 404: a row that the request refers to was deleted while the request ran. */
export class Vanished extends ApiError {
  readonly status = 404;
  constructor() {
    super('404 Not Found');
  }
}

/** 405: the path exists, but not for this method. */
export class NotAllowed extends ApiError {
  readonly status = 405;
  constructor(allowed: readonly string[]) {
    super('405 Not Allowed');
    this.headers['allow'] = allowed.join(', ');
  }
}

/** 409: the resource already exists. */
export class Conflict extends ApiError {
  readonly status = 409;
}

/** 409: the first request with this Idempotency-Key has not ended. */
export class StillRunning extends ApiError {
  readonly status = 409;
  constructor(retryAfterMs: number) {
    super(
      '409 Conflict - The first request with this Idempotency-Key is still running. Retry later',
    );
    this.headers['retry-after'] = wholeSeconds(retryAfterMs);
  }
}

/** 422: the first request with this Idempotency-Key had other parameters. */
export class KeyReused extends ApiError {
  readonly status = 422;
  constructor() {
    super(
      '422 Unprocessable Entity - This Idempotency-Key belongs to a request with other parameters. Use a new key',
    );
  }
}

/** 408, 413, 414, 415, 431: the request exceeds a limit or has an unsupported type. */
export class Refused extends ApiError {
  constructor(
    readonly status: 408 | 413 | 414 | 415 | 431,
    sentence: string,
  ) {
    super(`${status} ${sentence}`);
  }
}

/** 415: the body has a content coding, such as gzip. */
export class EncodedBody extends Refused {
  constructor() {
    super(415, 'Unsupported Media Type - send the body as it is, without a Content-Encoding');
    // What the client may send instead: RFC 9110, 12.5.3.
    this.headers['accept-encoding'] = 'identity';
  }
}

/** 429: the caller has exceeded a rate limit. */
export class TooManyRequests extends ApiError {
  readonly status = 429;
  constructor(state: RateLimitState) {
    super('429 Too Many Requests - Retry later');
    Object.assign(this.headers, rateLimitHeaders(state), {
      'retry-after': wholeSeconds(state.resetMs),
    });
  }
}

/** A guard, pipe or interceptor of the host application rejected the request, with this status. */
export class HostRejection extends ApiError {
  constructor(
    readonly status: number,
    reason: string,
  ) {
    const title = STATUS_CODES[status] ?? 'Error';
    super(`${status} ${title}${reason === title || reason === '' ? '' : ` - ${reason}`}`);
  }
}

/** 500: a bug. The log has the details under the X-Request-Id of the response. */
export class InternalError extends ApiError {
  readonly status = 500;
  constructor() {
    super('500 Internal Server Error');
  }
}

/** 503: the database does not respond, or the service is overloaded. */
export class Unavailable extends ApiError {
  readonly status = 503;
  constructor(reason?: string) {
    super(reason ? `503 Service Unavailable - ${reason}` : '503 Service Unavailable');
    this.headers['retry-after'] = '5';
  }
}

/** 503: a limit of what the service does at once is reached. Creating one counts it in the metrics. */
export class Overloaded extends Unavailable {
  /** @param limit for the log */
  constructor(readonly limit: Reason<'shedding'>) {
    super();
    count('shedding', limit);
  }
}

/** 503: the service should get no requests now. */
export class NotReady extends Unavailable {
  constructor(reasons: readonly string[]) {
    super(reasons.join('; '));
  }
}

/** 504: the database gave no response to the COMMIT of a write. A retry with the same Idempotency-Key is safe. */
export class OutcomeUnknownError extends ApiError {
  readonly status = 504;
  constructor() {
    super('504 Outcome Unknown');
    this.headers['retry-after'] = '5';
  }
}

export const TAKEN = 'has already been taken';
export const UNSUPPORTED_TYPE =
  'Unsupported Media Type - send application/json, application/x-www-form-urlencoded or multipart/form-data';
