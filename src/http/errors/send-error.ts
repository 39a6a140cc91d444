import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiError } from './errors.js';
import { JSON_TYPE } from './private-headers.js';

/** Sends an error as a page. Sends nothing and returns false if the client gets JSON. */
export type SendPage = (error: ApiError, request: FastifyRequest, reply: FastifyReply) => boolean;

/** For each Fastify instance. */
const pages = new WeakMap<FastifyInstance, SendPage>();

/** Lets browsers get errors in the URL as a page. */
export function setErrorPages(fastify: FastifyInstance, send: SendPage): void {
  pages.set(fastify, send);
}

/** Sends an error in the URL, which is found before the route: the error filters of routes do not run. */
export function sendUrlError(error: ApiError, request: FastifyRequest, reply: FastifyReply): void {
  const isSent = pages.get(request.server)?.(error, request, reply) ?? false;
  if (!isSent) sendError(reply, error);
}

export function sendError(reply: FastifyReply, error: ApiError): void {
  // As bytes: Fastify adds a charset to the type of other values, and not all of these replies run the hook that removes it.
  const body = Buffer.from(JSON.stringify({ message: error.wire }));
  void reply.status(error.status).headers(error.headers).type(JSON_TYPE).send(body);
}
