import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** Time in milliseconds for a client to read the last response before the socket is destroyed. */
const LINGER_MS = 2_000;

const closing = new WeakSet<Duplex>();

/** True if the response that runs is the last one of its connection. */
export const isClosingConnection = (socket: Duplex): boolean => closing.has(socket);

/** The response that Node sends on this connection now, or sends next; null if no request runs. */
export function runningResponse(socket: Duplex): ServerResponse | null {
  const { _httpMessage } = socket as Duplex & { _httpMessage?: ServerResponse | null };
  return _httpMessage ?? null;
}

/** Closes the connection when the response that runs has been sent. The response says so, if its headers are not sent. */
export function closeAfter(response: ServerResponse, socket: Duplex): void {
  if (closing.has(socket)) return;
  closing.add(socket);
  const end = () => {
    endAndDestroy(socket);
  };
  response.once('finish', end);
  // Node calls it after a response with `Connection: close`.
  if (socket instanceof Socket) socket.destroySoon = end;
}

/** Destroys the socket only later: with unread bytes, the client would get a reset instead of the response. */
export function endAndDestroy(socket: Duplex, last = ''): void {
  socket.end(last);
  // What still arrives is read and dropped.
  socket.resume();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
