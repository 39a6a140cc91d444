import { HttpException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  DatabaseUnavailable,
  NewerSchema,
  OutcomeUnknown,
  ReferenceViolation,
} from '../../database/failures.js';
import {
  ApiError,
  HostRejection,
  InternalError,
  Malformed,
  NotReady,
  OutcomeUnknownError,
  Overloaded,
  Refused,
  RouteNotFound,
  Unavailable,
  UNSUPPORTED_TYPE,
  Vanished,
} from './errors.js';
import { atMostEvery, LOG_INTERVAL_MS } from '../../base/log/at-most-every.js';
import { ServiceLogger } from '../../base/log/service-logger.js';
import { bodyTooLarge } from './parser-errors.js';
import { JSON_TYPE, PRIVATE_HEADERS } from './private-headers.js';

/** Turns every error into a response: a status and `{"message": ...}`. */
export class ErrorResponses {
  private readonly logger = new ServiceLogger('errors');
  /** By limit. */
  private readonly warnings = new Map<string, () => boolean>();

  /** Not for each request: clients that use up a limit would also fill the log. */
  private warn({ limit }: Overloaded): void {
    let isDue = this.warnings.get(limit);
    if (!isDue) this.warnings.set(limit, (isDue = atMostEvery(LOG_INTERVAL_MS)));
    if (isDue()) this.logger.warn(`overload: the limit of ${limit} is reached, requests get 503`);
  }

  send(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const apiError = toApiError(error);
    // The log says once when the service stops being ready. Probes would repeat it every few seconds.
    const isExpected = apiError.status < 500 || apiError instanceof NotReady;
    if (apiError instanceof Overloaded) this.warn(apiError);
    else if (!isExpected) this.logger.error({ requestId: request.id, error });
    // The request timed out, and the timeout has already sent a response.
    if (reply.sent) return;
    void reply
      .status(apiError.status)
      .headers({ ...PRIVATE_HEADERS, ...apiError.headers })
      .type(JSON_TYPE)
      .send({ message: apiError.wire });
  }
}

export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof NewerSchema)
    return new Unavailable('The database is newer than this program');
  if (error instanceof DatabaseUnavailable) return new Unavailable();
  if (error instanceof OutcomeUnknown) return new OutcomeUnknownError();
  if (error instanceof ReferenceViolation) return new Vanished();
  if (!(error instanceof HttpException)) return fromFastifyError(Object(error) as FastifyFailure);
  // Nest wraps errors of Fastify and its parsers. The cause of an exception of the host is for its log only.
  const { cause } = error;
  if (cause instanceof ApiError) return cause;
  return isOfFastify(cause) ? fromFastifyError(cause) : ofHost(error);
}

const isOfFastify = (error: unknown): error is FastifyFailure =>
  String((Object(error) as FastifyFailure).code).startsWith('FST_ERR_');

/** What a guard, pipe or interceptor of a host application threw. */
function ofHost(error: HttpException): HostRejection {
  const given = error.getResponse() as string | { message?: string | string[] };
  const message = typeof given === 'string' ? given : (given.message ?? error.message);
  // Nest's validation pipe throws a list.
  const reason = Array.isArray(message) ? message.join('; ') : message;
  return new HostRejection(error.getStatus(), reason);
}

interface FastifyFailure {
  code?: string;
  statusCode?: number;
  message?: string;
}

/** Translates errors with `statusCode`: of Fastify and its parsers for requests they reject, and of a host. */
export function fromFastifyError(error: FastifyFailure): ApiError {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return bodyTooLarge();
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Refused(415, UNSUPPORTED_TYPE);
    case 'FST_ERR_BAD_URL':
      return new RouteNotFound();
    default:
  }
  const { statusCode: status, message = '' } = error;
  if (typeof status !== 'number' || !(status >= 400 && status < 500)) return new InternalError();
  // Guards and plugins of a host throw errors with `statusCode`, for example those of http-errors.
  return isOfFastify(error) ? new Malformed(message) : new HostRejection(status, message);
}
