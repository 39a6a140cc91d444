import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ServiceLogger } from '../../log/service-logger.js';
import { ApiError } from '../errors/errors.js';
import type { PublicUrl } from '../routing/public-url.js';
import { jsonParts, jsonPieces, type JsonPart } from './json-parts.js';
import { LargeResponses, ReaderTooSlow, type LargeResponseLimits } from './large-responses.js';
import { LinesAnswer, PageAnswer, type ReadGroup } from './page.js';
import { PAGE_HEADERS, pageHeaders } from './page-headers.js';

const logger = new ServiceLogger('pages');

/** The streamed response of a request. A symbol, so that a host application cannot have a property with this name. */
const STREAMED = Symbol('streamed');

declare module 'fastify' {
  interface FastifyRequest {
    [STREAMED]?: PageAnswer<object> | LinesAnswer | undefined;
  }
}

/**
 * Turns a `PageAnswer` into the headers that describe its position, and its views. The interceptor of the service calls
 * it, so that interceptors of a host application get an array of views.
 *
 * A page with groups and a `LinesAnswer` are left to `streamPages`.
 */
export function openPage(
  answer: unknown,
  { request, reply, urls }: { request: FastifyRequest; reply: FastifyReply; urls: PublicUrl },
): unknown {
  if (answer instanceof LinesAnswer) request[STREAMED] = answer;
  if (!(answer instanceof PageAnswer)) return answer;
  const { views, page, groups } = answer as PageAnswer<object>;
  if (groups) {
    request[STREAMED] = answer;
    return answer;
  }
  void reply.headers(pageHeaders(page, urls, request));
  return views;
}

/**
 * Streams pages with groups, and each `LinesAnswer`. A stream ends when its request loses a right: a client can take
 * minutes to read it. Interceptors of a host application cannot change it.
 *
 * @param ownerOf says whose request the limits count
 */
export function streamPages(
  fastify: FastifyInstance,
  urls: PublicUrl,
  limits: LargeResponseLimits,
  ownerOf: (request: FastifyRequest) => { key: string },
): void {
  const responses = new LargeResponses(limits);
  fastify.addHook('preSerialization', (request, reply, payload: unknown, done) => {
    const answer = request[STREAMED];
    // If an interceptor of the host has thrown, the payload is the body of the error.
    const isError = reply.statusCode >= 400;
    if (isError) for (const name of PAGE_HEADERS) reply.removeHeader(name);
    if (!answer || isError) {
      done(null, payload);
      return;
    }
    // An error of the stream is sent through this hook too.
    request[STREAMED] = undefined;
    const checkRights = () => request.scope.checkRights();
    const stream = (pieces: AsyncIterable<string>, isExport: boolean) =>
      streamPieces(request, reply, () =>
        responses.stream(pieces, { owner: ownerOf(request).key, isExport }),
      );
    try {
      if (answer instanceof LinesAnswer) {
        const content = stream(linePieces(answer.groups, checkRights), true);
        reply.type(LinesAnswer.mediaType);
        done(null, content);
        return;
      }
      const content = stream(listPieces(answer.groups ?? [], checkRights), false);
      reply.headers(pageHeaders(answer.page, urls, request));
      done(null, content);
    } catch (error) {
      done(error as Error);
    }
  });
}

function streamPieces(
  request: FastifyRequest,
  reply: FastifyReply,
  start: () => Readable,
): Readable {
  // An error before the first chunk is sent as usual.
  reply.serializer(
    (payload) => (payload instanceof Readable ? payload : JSON.stringify(payload)) as string,
  );
  // Fastify reads the stream of a HEAD request to its end.
  if (request.method === 'HEAD') return Readable.from([]);
  return start().once('error', (error) => {
    if (!reply.raw.headersSent) return;
    const requestId = request.id;
    if (error instanceof ReaderTooSlow) logger.warn({ message: error.message, requestId });
    else if (error instanceof ApiError && error.status < 500)
      logger.warn({ message: 'A client that may not read on was disconnected', requestId });
    else logger.error({ requestId, error });
  });
}

/** The JSON text of a list. Fastify closes the connection if reading fails, so the client does not get a whole list. */
async function* listPieces(
  groups: ReadGroup<object>[],
  checkRights: () => Promise<void>,
): AsyncGenerator<string> {
  let before = '[';
  for (const read of groups) {
    await checkRights();
    for (const parts of await readParts(read)) {
      yield before;
      yield* jsonPieces(parts);
      before = ',';
    }
  }
  yield before === '[' ? '[]' : ']';
}

async function* linePieces(
  groups: AsyncIterable<object[]>,
  checkRights: () => Promise<void>,
): AsyncGenerator<string> {
  for await (const group of groups) {
    yield group.map((view) => `${JSON.stringify(view)}\n`).join('');
    // Before the next group is read.
    await checkRights();
  }
}

/** A function of its own: a generator that waits for its reader would keep the rows in memory. */
async function readParts(read: ReadGroup<object>): Promise<JsonPart[][]> {
  return (await read()).map((view) => jsonParts(view));
}
