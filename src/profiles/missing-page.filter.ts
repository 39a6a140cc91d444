import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { NotFound } from '../http/errors/errors.js';
import { describePage } from './page.js';
import { missingPage } from './profile.page.js';

/** Who looks for a person with a browser is answered with a page too. */
@Catch(NotFound)
export class MissingPageFilter implements ExceptionFilter<NotFound> {
  catch({ status }: NotFound, host: ArgumentsHost): void {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    // Its time was up before it failed.
    if (reply.sent) return;
    void describePage(reply.status(status)).send(missingPage());
  }
}
