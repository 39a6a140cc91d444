import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Invalid, NotFound } from '../http/errors/errors.js';
import { invalidLinkPage } from './confirmation.page.js';
import { setPageHeaders } from './page.js';

/** Renders the failure as a page: a missing, unknown, used or expired secret all look the same. */
@Catch(NotFound, Invalid)
export class InvalidLinkFilter implements ExceptionFilter {
  catch(_: NotFound | Invalid, host: ArgumentsHost): void {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    // The request timed out, and the timeout has already sent a response.
    if (reply.sent) return;
    void setPageHeaders(reply.status(404)).send(invalidLinkPage());
  }
}
