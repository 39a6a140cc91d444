import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Malformed, Unavailable, type ApiError } from '../errors/errors.js';
import { bodyTooLarge, handleParserError } from '../errors/parser-errors.js';
import type { HeldBody } from './body-memory.js';
import { count } from '../../telemetry/observer.js';

/** After this time, the body must have arrived with at least this average rate. */
const PATIENCE_MS = 5_000;
const BYTES_PER_SECOND = 1_024;
const CHECK_MS = 1_000;
/** Memory of a chunk besides its bytes. A client can send a body in chunks of one byte. */
const CHUNK_BYTES = 200;

interface Body {
  raw: IncomingMessage;
  payload: Readable;
  /** Bytes. */
  limit: number;
  held: HeldBody;
}

/**
 * Reads a body to its end, or up to the first byte beyond a limit. A client that sends too slowly gets 408 and is
 * disconnected.
 *
 * @throws Refused the body is too large
 * @throws Unavailable the bodies of all requests together take too much memory
 */
export function readBody({ raw, payload, limit, held }: Body): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const stopWatching = disconnectIfSlow(raw, () => length);
    const stop = () => {
      stopWatching();
      payload.off('data', onData).off('end', onEnd).off('close', onClose);
    };
    const fail = (error: ApiError) => {
      stop();
      reject(error);
    };
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      if (length > limit) fail(bodyTooLarge());
      else if (!held.add(chunk.length + CHUNK_BYTES)) {
        count('shedding', 'body_memory');
        fail(new Unavailable());
      } else chunks.push(chunk);
    };
    const onEnd = () => {
      stop();
      resolve(Buffer.concat(chunks, length));
    };
    // Nobody reads the response: the client has gone.
    const onClose = () => {
      fail(new Malformed('the body is not complete'));
    };
    if (Number(raw.headers['content-length']) > limit) {
      fail(bodyTooLarge());
      return;
    }
    // Without a listener, the error of a connection that breaks would end the process. `close` follows it.
    payload.on('error', () => undefined);
    payload.on('data', onData).on('end', onEnd).on('close', onClose);
    payload.resume();
  });
}

function disconnectIfSlow({ socket }: IncomingMessage, received: () => number): () => void {
  const begin = performance.now();
  let wasSlow = false;
  const check = () => {
    const isSlow = (received() * 1_000) / (performance.now() - begin) < BYTES_PER_SECOND;
    // Twice, because data may wait to be read if the process itself was busy.
    if (isSlow && wasSlow) handleParserError({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket);
    else timer = setTimeout(check, CHECK_MS);
    wasSlow = isSlow;
  };
  let timer = setTimeout(check, PATIENCE_MS);
  return () => {
    clearTimeout(timer);
  };
}
