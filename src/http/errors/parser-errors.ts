import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { JSON_TYPE, PRIVATE_HEADERS } from './private-headers.js';
import { Malformed, Refused, type ApiError } from './errors.js';
import { notAPath } from './target-form.js';
import { count } from '../../telemetry/observer.js';

/** Bytes of request line and headers together. */
export const MAX_HEADERS = 16_384;
export const MAX_URL = 8_192;
/** Time in milliseconds for a rejected client to read the response before the socket is destroyed. */
const LINGER_MS = 2_000;

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
  if (error.code === 'ECONNRESET' || !socket.writable || hasStartedResponse(socket)) {
    socket.destroy();
    return;
  }
  const apiError = toApiError(error);
  countRejection(apiError);
  sendAndClose(socket, apiError);
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
    sendAndClose(socket, notAPath());
  });
  // RFC 9110 allows a server to ignore an unknown expectation.
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response);
  });
}

/** Destroys the socket only later: with unread bytes, the client would get a reset instead of the response. */
function sendAndClose(socket: Duplex, { status, headers, wire }: ApiError): void {
  rejected.add(socket);
  const body = JSON.stringify({ message: wire });
  const lines = Object.entries({
    ...PRIVATE_HEADERS,
    ...headers,
    'x-request-id': randomUUID(),
    connection: 'close',
    'content-type': JSON_TYPE,
    'content-length': Buffer.byteLength(body),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** A second response in the middle of another would be read as part of it. */
function hasStartedResponse(socket: Duplex): boolean {
  const { _httpMessage } = socket as Duplex & { _httpMessage?: ServerResponse | null };
  return _httpMessage?.headersSent ?? false;
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
