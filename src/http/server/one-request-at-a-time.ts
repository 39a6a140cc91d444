import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { closeAfter, isClosingConnection, runningResponse } from '../errors/closing-connections.js';

/** Of one connection, until the response that runs is sent. Then the connection is not read any more. */
const MAX_DROPPED = 100;

/**
 * Runs one request of a connection at a time. A request that arrives before the response to the one before it (HTTP
 * pipelining) never runs, and the connection is closed after that response. RFC 9112 (9.3.2) tells clients to be
 * prepared for this. Otherwise writes would run in any order, one connection could take the place of many, and Node
 * never closes a response that waits behind another one, so what it holds would never be given back.
 */
export function runOneRequestAtATime(fastify: Pick<FastifyInstance, 'addHook'>): void {
  const waiting = new WeakSet<Duplex>();
  const drop = dropper();
  fastify.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    // The connection has been closed for writing.
    if (socket.writableEnded) request.raw.resume();
    else if (isNext(reply)) done();
    else if (isSending(socket) && !waiting.has(socket)) {
      // The client may have the whole response already: with TLS, Node learns of it only later.
      waiting.add(socket);
      runningResponse(socket)?.once('finish', () => {
        waiting.delete(socket);
        if (isNext(reply) && !isClosingConnection(socket)) done();
      });
    } else drop(request);
  });
}

/** A response gets its socket when those before it have been sent. */
const isNext = ({ raw }: FastifyReply): boolean => raw.socket !== null;

const isSending = (socket: Duplex): boolean =>
  runningResponse(socket)?.writableEnded === true && !isClosingConnection(socket);

function dropper(): (request: FastifyRequest) => void {
  const dropped = new WeakMap<Duplex, number>();
  return ({ raw }) => {
    const { socket } = raw;
    const running = runningResponse(socket);
    if (running) closeAfter(running, socket);
    const count = (dropped.get(socket) ?? 0) + 1;
    dropped.set(socket, count);
    // Unread bytes at the end would reset the connection, and the client could lose the response.
    if (count < MAX_DROPPED) raw.resume();
    else socket.pause();
  };
}
