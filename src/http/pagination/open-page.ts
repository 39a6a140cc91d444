import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PublicUrl } from '../routing/public-url.js';
import { PageAnswer } from './page.js';
import { PAGE_HEADERS, pageHeaders } from './page-headers.js';

/**
 * Turns a `PageAnswer` into the headers that describe its position, and its views. The interceptor of the service calls
 * it, so that interceptors of a host application get an array of views.
 */
export function openPage(
  answer: unknown,
  { request, reply, urls }: { request: FastifyRequest; reply: FastifyReply; urls: PublicUrl },
): unknown {
  if (!(answer instanceof PageAnswer)) return answer;
  void reply.headers(pageHeaders(answer.page, urls, request));
  return answer.views;
}

/** Removes the headers of a page from the response to an error that came after the page was read. */
export function removePageHeaders(fastify: FastifyInstance): void {
  fastify.addHook('preSerialization', (_request, reply, payload, done) => {
    if (reply.statusCode >= 400) for (const name of PAGE_HEADERS) reply.removeHeader(name);
    done(null, payload);
  });
}
