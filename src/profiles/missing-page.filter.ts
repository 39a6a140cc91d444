import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { NotFound } from '../http/errors/errors.js';
import { setPageHeaders } from './page.js';
import { missingPage } from './profile.page.js';

/** Renders 404 as an HTML page instead of JSON, because browsers open these URLs. */
@Catch(NotFound)
export class MissingPageFilter implements ExceptionFilter<NotFound> {
  catch({ status }: NotFound, host: ArgumentsHost): void {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    // The request timed out, and the timeout has already sent a response.
    if (reply.sent) return;
    void setPageHeaders(reply.status(status)).send(missingPage());
  }
}
