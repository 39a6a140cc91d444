import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Malformed, Overloaded, type ApiError } from '../errors/errors.js';
import { bodyTooLarge, handleParserError } from '../errors/parser-errors.js';
import type { HeldBody } from './body-memory.js';
import { GrowingBuffer } from './growing-buffer.js';

/** A body must arrive with at least this rate, on average over the last `WINDOW` checks. */
const BYTES_PER_SECOND = 1_024;
const CHECK_MS = 1_000;
const WINDOW = 5;

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
    // 0 for a body in chunks.
    const declared = Number(raw.headers['content-length'] ?? 0);
    const buffer = new GrowingBuffer(declared || limit);
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
      else if (!held.resize(buffer.sizeWith(chunk.length))) {
        fail(new Overloaded('body_memory'));
      } else buffer.write(chunk);
    };
    const onEnd = () => {
      stop();
      resolve(buffer.bytes());
    };
    // Nobody reads the response: the client has gone.
    const onClose = () => {
      fail(new Malformed('the body is not complete'));
    };
    if (declared > limit) {
      fail(bodyTooLarge());
      return;
    }
    // Without a listener, the error of a connection that breaks would end the process. `close` follows it.
    payload.on('error', () => undefined);
    payload.on('data', onData).on('end', onEnd).on('close', onClose);
    payload.resume();
  });
}

/** Otherwise a client could send the most of a body at once and then hold its memory with a byte now and then. */
function disconnectIfSlow({ socket }: IncomingMessage, received: () => number): () => void {
  const measured = [{ at: performance.now(), bytes: 0 }];
  let wasSlow = false;
  const check = () => {
    const now = { at: performance.now(), bytes: received() };
    measured.push(now);
    const isSlow = measured.length > WINDOW && isTooSlow(measured.shift() ?? now, now);
    // Twice, because data may wait to be read if the process itself was busy.
    if (isSlow && wasSlow) handleParserError({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket);
    else timer = setTimeout(check, CHECK_MS);
    wasSlow = isSlow;
  };
  let timer = setTimeout(check, CHECK_MS);
  return () => {
    clearTimeout(timer);
  };
}

interface Measured {
  at: number;
  bytes: number;
}

const isTooSlow = (from: Measured, to: Measured): boolean =>
  (to.bytes - from.bytes) * 1_000 < (to.at - from.at) * BYTES_PER_SECOND;
