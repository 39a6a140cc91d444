import {
  Catch,
  HttpException,
  Logger,
  type ArgumentsHost,
  type ExceptionFilter,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseAway, ReferenceViolation } from '../../database/failures.js';
import {
  ApiError,
  InternalError,
  Malformed,
  Refused,
  RouteNotFound,
  Unavailable,
  UNSUPPORTED_TYPE,
  Vanished,
} from './errors.js';
import { PRIVATE_HEADERS } from './private-headers.js';

/** The one place where a failure becomes an answer: `{"message": ...}` and a status. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('errors');

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  answer(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const answer = answerFor(error);
    if (answer.status >= 500) this.logger.error({ requestId: request.id, error });
    // Its time was up before it failed.
    if (reply.sent) return;
    void reply
      .status(answer.status)
      .headers({ ...PRIVATE_HEADERS, ...answer.headers })
      .type('application/json; charset=utf-8')
      .send({ message: answer.wire });
  }
}

function answerFor(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof DatabaseAway) return new Unavailable();
  if (error instanceof ReferenceViolation) return new Vanished();
  // Nest wraps what Fastify and its parsers threw.
  const thrown = error instanceof HttpException ? (error.cause ?? error) : error;
  if (thrown instanceof ApiError) return thrown;
  return fastifyError(thrown as FastifyFailure);
}

interface FastifyFailure {
  code?: string;
  statusCode?: number;
  message?: string;
}

/** What Fastify, its parsers and the JSON parser say about a request they cannot take. */
export function fastifyError(error: FastifyFailure): ApiError {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Refused(413, 'Request Entity Too Large - send a smaller body');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Refused(415, UNSUPPORTED_TYPE);
    case 'FST_ERR_BAD_URL':
      return new RouteNotFound();
    default:
  }
  const status = error.statusCode ?? 500;
  if (status >= 400 && status < 500)
    return new Malformed(error.message ?? 'the request cannot be read');
  return new InternalError();
}
