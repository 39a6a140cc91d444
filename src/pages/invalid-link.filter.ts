import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Invalid, NotFound } from '../http/errors/errors.js';
import { PageRenderer } from './page-renderer.js';

/** Renders the failure as a page: a missing, unknown, used or expired secret all look the same. */
@Catch(NotFound, Invalid)
export class InvalidLinkFilter implements ExceptionFilter {
  constructor(private readonly pages: PageRenderer) {}

  catch(_: NotFound | Invalid, host: ArgumentsHost): void {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    // The request timed out, and the timeout has already sent a response.
    if (reply.sent) return;
    void reply.status(404).send(this.pages.render(reply, 'invalid-link', {}));
  }
}
