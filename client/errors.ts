import { secondsToWait } from './retry.js';

/** What the service answers instead of data: one class for each status that callers tell apart. */
export class ForgenoteError extends Error {
  override name = 'ForgenoteError';

  constructor(
    /** HTTP status. */
    readonly status: number,
    /** What is wrong, by parameter: `{ title: ["can't be blank"] }`. Empty if the service answered with a text. */
    readonly fields: Readonly<Record<string, readonly string[]>>,
    message: string,
    /** Names the request in the log of the service. */
    readonly requestId: string | null,
    /** Seconds after which the service asks for the next attempt. Null if it does not. */
    readonly retryAfter: number | null,
  ) {
    super(message);
  }
}

/** 400, 413, 414, 415, 422 and 431: the request has to change. */
export class InvalidRequestError extends ForgenoteError {
  override name = 'InvalidRequestError';
}
/** 401: no token, or one that does not count. */
export class UnauthorizedError extends ForgenoteError {
  override name = 'UnauthorizedError';
}
/** 403: the caller lacks the right. */
export class ForbiddenError extends ForgenoteError {
  override name = 'ForbiddenError';
}
/** 404: it does not exist, or the caller may not see it. Some operations answer each failure with 404: see `fields`. */
export class NotFoundError extends ForgenoteError {
  override name = 'NotFoundError';
}
/** 409: it exists already, or the first request with the same Idempotency-Key is still running. */
export class ConflictError extends ForgenoteError {
  override name = 'ConflictError';
}
/** 429: too many requests. */
export class TooManyRequestsError extends ForgenoteError {
  override name = 'TooManyRequestsError';
}
/** 503: the service is busy, stops, or has no database. Nothing was stored. */
export class UnavailableError extends ForgenoteError {
  override name = 'UnavailableError';
}
/** 504: nobody knows whether the write was stored. A retry with the same Idempotency-Key is safe. */
export class OutcomeUnknownError extends ForgenoteError {
  override name = 'OutcomeUnknownError';
}

const INVALID = [400, 413, 414, 415, 422, 431];
const CLASSES: Record<number, typeof ForgenoteError> = {
  ...Object.fromEntries(INVALID.map((status) => [status, InvalidRequestError])),
  401: UnauthorizedError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  429: TooManyRequestsError,
  503: UnavailableError,
  504: OutcomeUnknownError,
};

/** @param body the JSON of the response; a proxy in between may have sent anything else */
export function errorOf(response: Response, body: unknown): ForgenoteError {
  const { status, statusText, headers } = response;
  const { message } = Object(body) as { message?: unknown };
  const reasons = Object.entries(Object(message) as object).filter(isReason);
  const text = reasons.map(([name, texts]) => `${name} ${texts.join(', ')}`).join('; ');
  const fallback = typeof message === 'string' ? message : `${status} ${statusText}`;
  return new (CLASSES[status] ?? ForgenoteError)(
    status,
    Object.fromEntries(reasons),
    text || fallback,
    headers.get('X-Request-Id'),
    secondsToWait(response),
  );
}

/** A parameter with what is wrong with it. An object of a proxy has other values. */
const isReason = (entry: [string, unknown]): entry is [string, string[]] =>
  Array.isArray(entry[1]) && entry[1].every((text) => typeof text === 'string');
