import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import { PublicUrl } from '../routing/public-url.js';
import { PageAnswer } from './page.js';
import { pageHeaders } from './page-headers.js';

/**
 * Sends a `PageAnswer` as its views, with the headers that describe its position. Interceptors of a host application are
 * outside, so they get an array of views.
 */
@Injectable()
export class PageInterceptor implements NestInterceptor {
  constructor(private readonly urls: PublicUrl) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    return next.handle().pipe(
      map((answer: unknown) => {
        if (!(answer instanceof PageAnswer)) return answer;
        const headers = pageHeaders(answer.page, this.urls, http.getRequest<FastifyRequest>());
        void http.getResponse<FastifyReply>().headers(headers);
        return answer.views as unknown[];
      }),
    );
  }
}
