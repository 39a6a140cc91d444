/** Texts a person reads, by the name of the field they are about. */
export type FieldProblems = Record<string, string[]>;
export type Message = string | FieldProblems;

/** The things of this service, as their 404 names them. */
export type Thing =
  | 'Project'
  | 'Issue'
  | 'Snippet'
  | 'Merge Request'
  | 'Note'
  | 'User'
  | 'Key'
  | 'Email'
  | 'Award Emoji'
  | 'Member';

/** What a service throws when it cannot do what it was asked. The error filter puts it on the wire. */
export abstract class ApiError extends Error {
  abstract readonly status: number;
  readonly headers: Record<string, string> = {};

  constructor(readonly wire: Message) {
    super(typeof wire === 'string' ? wire : JSON.stringify(wire));
  }
}

/** 400: parameters that are missing or have a value the operation does not take. */
export class Invalid extends ApiError {
  readonly status = 400;
  constructor(readonly problems: FieldProblems) {
    super(problems);
  }
}

/** 400: a request of which nothing can be read. */
export class Malformed extends ApiError {
  readonly status = 400;
  constructor(what: string) {
    super(`400 Bad Request - ${what}`);
  }
}

/** 401: no token, one nobody has, or one of somebody who is blocked. */
export class Unauthorized extends ApiError {
  readonly status = 401;
  constructor() {
    super('401 Unauthorized');
  }
}

/** 403: the caller is known and may not. */
export class Forbidden extends ApiError {
  readonly status = 403;
  constructor(reason?: string) {
    super(reason ? `403 Forbidden  - ${reason}` : '403 Forbidden');
  }
}

/** 404: a thing that does not exist, or that the caller may not see. */
export class NotFound extends ApiError {
  readonly status = 404;
  constructor(thing: Thing) {
    super(`404 ${thing} Not Found`);
  }
}

/** 404: the person an administrator wants to act as does not exist. */
export class SudoTargetNotFound extends ApiError {
  readonly status = 404;
  constructor(value: string) {
    super(`404 No user id or username for: ${value} Not Found`);
  }
}

/** 404: an operation the interface lets fail in one way only; the message still says why. */
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

/** 404: what the request is about, or refers to, vanished while it was under way. */
export class Vanished extends ApiError {
  readonly status = 404;
  constructor() {
    super('404 Not Found');
  }
}

/** 405: the route is there, for other methods. */
export class NotAllowed extends ApiError {
  readonly status = 405;
  constructor(allowed: readonly string[]) {
    super('405 Not Allowed');
    this.headers['allow'] = allowed.join(', ');
  }
}

/** 409: it is there already. */
export class Conflict extends ApiError {
  readonly status = 409;
}

/** 408, 413, 414, 415, 431: a request beyond a limit. */
export class Refused extends ApiError {
  constructor(
    readonly status: 408 | 413 | 414 | 415 | 431,
    sentence: string,
  ) {
    super(`${status} ${sentence}`);
  }
}

/** 429: too often. */
export class TooManyRequests extends ApiError {
  readonly status = 429;
  constructor(retryAfterMs: number) {
    super('429 Too Many Requests - Retry later');
    this.headers['retry-after'] = String(Math.max(1, Math.ceil(retryAfterMs / 1000)));
  }
}

/** 500: a fault of the service; the log has the details under the answer's X-Request-Id. */
export class InternalError extends ApiError {
  readonly status = 500;
  constructor() {
    super('500 Internal Server Error');
  }
}

/** 503: the database is away. */
export class Unavailable extends ApiError {
  readonly status = 503;
  constructor() {
    super('503 Service Unavailable');
    this.headers['retry-after'] = '5';
  }
}

export const TAKEN = 'has already been taken';
export const UNSUPPORTED_TYPE =
  'Unsupported Media Type - send application/json, application/x-www-form-urlencoded or multipart/form-data';
