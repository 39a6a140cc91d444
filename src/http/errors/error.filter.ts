import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { ApplicationConfig } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ErrorResponses, toApiError } from './error-responses.js';
import { HostRejection, InternalError } from './errors.js';
import { PRIVATE_HEADERS } from './private-headers.js';

type ErrorClass = abstract new (...given: never[]) => unknown;

const errors = new ErrorResponses();

/**
 * The exception filter of every operation. In a host application, the host's global filters come first, as for its own
 * routes. The service itself has no global filter.
 */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly application: ApplicationConfig) {}

  catch(error: unknown, host: ArgumentsHost): unknown {
    const http = host.switchToHttp();
    const [request, reply] = [http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>()];
    // The request timed out, and the timeout has already sent a response.
    const chosen = reply.sent ? null : this.choose(error);
    if (!chosen) {
      errors.send(error, request, reply);
      return undefined;
    }
    void reply.headers({ ...PRIVATE_HEADERS, ...toApiError(error).headers });
    return chosen.filter.catch(chosen.error, host);
  }

  /** Like Nest: the last filter that catches the class of the error, or all. */
  private choose(error: unknown): { filter: ExceptionFilter; error: unknown } | null {
    const filters = this.application.getGlobalFilters();
    if (filters.length === 0) return null;
    const translated = forFilters(error);
    for (const filter of filters.toReversed()) {
      const caught = caughtBy(filter);
      if (caught.length === 0) return { filter, error: translated };
      const given = [error, translated].find((one) => caught.some((type) => one instanceof type));
      if (given !== undefined) return { filter, error: given };
    }
    return null;
  }
}

/** The arguments of `@Catch`. Nest exports no constant for the key. */
const caughtBy = (filter: ExceptionFilter): ErrorClass[] =>
  (Reflect.getMetadata('__filterCatchExceptions__', filter.constructor) ?? []) as ErrorClass[];

/** Filters know the exceptions of Nest. One that only passes them on leaves status and body as they are. */
function forFilters(error: unknown): unknown {
  const answer = toApiError(error);
  if (answer instanceof HostRejection || answer instanceof InternalError) return error;
  return new HttpException({ message: answer.wire }, answer.status, { cause: error });
}
