import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ServiceLogger } from '../../log/service-logger.js';
import { ApiError } from '../errors/errors.js';
import type { PublicUrl } from '../routing/public-url.js';
import { jsonParts, jsonPieces, type JsonPart } from './json-parts.js';
import { LargeResponses, ReaderTooSlow, type LargeResponseLimits } from './large-responses.js';
import { LinesAnswer, PageAnswer, type ReadGroup } from './page.js';
import { pageHeaders } from './page-headers.js';

const logger = new ServiceLogger('pages');

/**
 * Sends a `PageAnswer` as a list, with the headers that describe its position. A page with groups is streamed, and so is
 * a `LinesAnswer`. A stream ends when its request loses a right: a client can take minutes to read it.
 *
 * @param ownerOf says whose request the limits count
 */
export function sendPages(
  fastify: FastifyInstance,
  urls: PublicUrl,
  limits: LargeResponseLimits,
  ownerOf: (request: FastifyRequest) => { key: string },
): void {
  const responses = new LargeResponses(limits);
  fastify.addHook('preSerialization', (request, reply, payload: unknown, done) => {
    const checkRights = () => request.scope.checkRights();
    const stream = (pieces: AsyncIterable<string>) =>
      streamPieces(request, reply, () => {
        const isExport = payload instanceof LinesAnswer;
        return responses.stream(pieces, { owner: ownerOf(request).key, isExport });
      });
    try {
      if (payload instanceof LinesAnswer) {
        const content = stream(linePieces(payload.groups, checkRights));
        reply.type(LinesAnswer.mediaType);
        done(null, content);
        return;
      }
      if (!(payload instanceof PageAnswer)) {
        done(null, payload);
        return;
      }
      const { page, views, groups } = payload as PageAnswer<object>;
      const content = groups ? stream(listPieces(groups, checkRights)) : views;
      reply.headers(pageHeaders(page, urls, request));
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
