import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { closeAfter, endAndDestroy, runningResponse } from './closing-connections.js';
import { JSON_TYPE, PRIVATE_HEADERS } from './private-headers.js';
import { Malformed, Refused, type ApiError } from './errors.js';
import { notAPath } from './target-form.js';
import { count } from '../../base/telemetry/observer.js';

/** Bytes of request line and headers together. */
export const MAX_HEADERS = 16_384;
export const MAX_URL = 8_192;

interface ParserError {
  code?: string;
  /** The bytes that the parser rejected. */
  rawPacket?: unknown;
}

/** The body exceeds a limit, by its Content-Length or by the bytes that arrived. */
export const bodyTooLarge = (): Refused =>
  new Refused(413, 'Request Entity Too Large - send a smaller body');

export const tooLong = () => new Refused(414, `URI Too Long - at most ${MAX_URL} characters`);

const rejected = new WeakSet<Duplex>();

/** Responds to errors of the HTTP parser. There is no request object, so the response is written to the socket. */
export function handleParserError(this: unknown, error: ParserError, socket: Duplex): void {
  // The parser reports further errors for the bytes that still arrive.
  if (rejected.has(socket)) return;
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const apiError = toApiError(error);
  countRejection(apiError);
  reject(socket, apiError);
}

/**
 * Responds on the socket and closes it. If a complete request runs, its response is sent instead: the client would read
 * the error as that response, and believe that nothing was stored.
 */
function reject(socket: Duplex, error: ApiError): void {
  rejected.add(socket);
  const running = runningResponse(socket);
  if (running?.req.complete) closeAfter(running, socket);
  // A second response in the middle of another would be read as part of it.
  else if (running?.headersSent) socket.destroy();
  else sendAndClose(socket, error);
}

/** Counts a request that no hook sees. */
export function countRejection({ status }: ApiError): void {
  if (status === 408) count('rejection', 'timeout');
  else count('rejection', status >= 413 ? 'too_large' : 'malformed');
}

/** Handles CONNECT and unknown `Expect` headers. Node would drop the connection or respond without a body. */
export function handleConnectAndExpect(server: Server): void {
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => socket.destroy());
    reject(socket, notAPath());
  });
  // RFC 9110 allows a server to ignore an unknown expectation.
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response);
  });
}

function sendAndClose(socket: Duplex, { status, headers, wire }: ApiError): void {
  const body = JSON.stringify({ message: wire });
  const lines = Object.entries({
    ...PRIVATE_HEADERS,
    ...headers,
    'x-request-id': randomUUID(),
    connection: 'close',
    'content-type': JSON_TYPE,
    'content-length': Buffer.byteLength(body),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}`;
  endAndDestroy(socket, `${head}\r\n${body}`);
}

function toApiError({ code, rawPacket }: ParserError): ApiError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return Buffer.isBuffer(rawPacket) &&
        /^[A-Z]+ [^ \r\n]{8192}/.test(rawPacket.toString('latin1'))
        ? tooLong()
        : new Refused(431, `Request Header Fields Too Large - at most ${MAX_HEADERS} bytes`);
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Refused(408, 'Request Timeout - send the whole request at once');
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new Refused(413, 'Request Entity Too Large - leave out the extensions of chunks');
    default:
      return new Malformed('this is no HTTP request');
  }
}
