import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { Malformed, NotAllowed, Refused, type ApiError } from './errors.js';

/** Bytes of request line and headers together. */
export const MAX_HEADERS = 16_384;
export const MAX_URL = 8_192;
/** How long a client that was refused may go on sending before it is cut off, in milliseconds. */
const LINGER_MS = 2_000;

interface ParserError {
  code?: string;
  /** The bytes it stumbled over. */
  rawPacket?: unknown;
}

export const tooLong = () => new Refused(414, `URI Too Long - at most ${MAX_URL} characters`);

const refused = new WeakSet<Duplex>();

/** What the HTTP parser refuses never becomes a request: the answer is written by hand. */
export function refuseSocket(this: unknown, error: ParserError, socket: Duplex): void {
  // It goes on complaining about what still comes in.
  if (refused.has(socket)) return;
  if (error.code === 'ECONNRESET' || !socket.writable || hasBegunToAnswer(socket)) {
    socket.destroy();
    return;
  }
  refuse(socket, refusalOf(error));
}

/** What Node answers by itself and without a word, or not at all. */
export function answerOddities(server: Server): void {
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => socket.destroy());
    refuse(socket, new NotAllowed([]));
  });
  // An expectation nobody knows may be ignored.
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response);
  });
}

/** Closed at once, a connection with bytes nobody read would be reset, and the answer with it. */
function refuse(socket: Duplex, { status, headers, wire }: ApiError): void {
  refused.add(socket);
  const body = JSON.stringify({ message: wire });
  const lines = Object.entries({
    ...headers,
    'x-request-id': randomUUID(),
    connection: 'close',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** A second answer in the middle of one would be read as a part of it. */
function hasBegunToAnswer(socket: Duplex): boolean {
  const { _httpMessage } = socket as Duplex & { _httpMessage?: ServerResponse | null };
  return _httpMessage?.headersSent ?? false;
}

function refusalOf({ code, rawPacket }: ParserError): ApiError {
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
