import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Invalid, NotFound, RouteNotFound } from '../http/errors/errors.js';
import { PageErrors } from './page-errors.js';

/** Renders errors of page routes as a page. 400 is for an invalid cursor. */
@Catch(NotFound, RouteNotFound, Invalid)
export class PageErrorFilter implements ExceptionFilter {
  constructor(private readonly errors: PageErrors) {}

  catch(error: NotFound | RouteNotFound | Invalid, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const [request, reply] = [http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>()];
    // Below a reserved name there is no page.
    this.errors.send(error, request, reply, !(error instanceof RouteNotFound));
  }
}
