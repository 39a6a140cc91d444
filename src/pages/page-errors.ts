import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ErrorResponses } from '../http/errors/error-responses.js';
import type { ApiError } from '../http/errors/errors.js';
import { RouteTable } from '../http/routing/route-table.js';
import { PageRenderer } from './page-renderer.js';
import { prefersHtml } from './prefers-html.js';

/** Sends errors as a page or as JSON, as the client prefers. */
@Injectable()
export class PageErrors {
  private readonly json = new ErrorResponses();

  constructor(
    private readonly pages: PageRenderer,
    private readonly routes: RouteTable,
  ) {}

  /** @param isPage false for paths that have no page, where clients without a preference get JSON */
  send(error: ApiError, request: FastifyRequest, reply: FastifyReply, isPage: boolean): void {
    // In a host application, the path may be one that the host knows nothing of either.
    if (error.status === 404 && this.routes.hostNotFound) {
      this.routes.hostNotFound(request, reply);
      return;
    }
    if (!this.sendPage(error, request, reply, isPage)) this.json.send(error, request, reply);
  }

  /** Sends nothing and returns false if the client prefers JSON. */
  sendPage(
    error: ApiError,
    request: FastifyRequest,
    reply: FastifyReply,
    isPage: boolean,
  ): boolean {
    if (!prefersHtml(request, reply, isPage)) return false;
    // The request timed out, and the timeout has already sent a response.
    if (reply.sent) return true;
    void reply.status(error.status).headers(error.headers);
    const name = error.status === 404 ? 'missing' : 'refused';
    const page = this.pages.render(reply, name, {});
    void reply.send(page);
    return true;
  }
}
