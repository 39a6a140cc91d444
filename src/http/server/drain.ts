import { once } from 'node:events';
import type { Server, Socket } from 'node:net';
import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { endAndDestroy, runningResponse } from '../errors/closing-connections.js';

/** Time for clients to close their side after the service closed an idle connection. */
const LINGER_MS = 500;
/** A connection is idle if it had no request for this time. */
const IDLE_MS = 100;
/** Before the listener closes, no new connection may have arrived for this time. */
const QUIET_MS = 100;
const MAX_QUIET_WAIT_MS = 3_000;

/**
 * Stops the server without resetting connections. docs/behaviour.md describes the order. Once the drain has begun,
 * responses have `Connection: close` and the service is not ready.
 */
@Injectable()
export class Drain {
  private begun = false;
  /** Each connection: since when it is idle, or its state. */
  private readonly sockets = new Map<Socket, number | 'unused' | 'busy'>();
  /** Connections on which the body of a refused request still arrives. */
  private readonly receiving = new WeakSet<Socket>();
  private lastConnection = 0;
  /** Requests that arrive while the listener closes wait for this. */
  private listenerClosed: Promise<void> | null = null;

  get hasBegun(): boolean {
    return this.begun;
  }

  begin(): void {
    this.begun = true;
  }

  addHooks(fastify: FastifyInstance): void {
    fastify.server.on('connection', (socket: Socket) => {
      this.lastConnection = performance.now();
      this.sockets.set(socket, 'unused');
      socket.once('close', () => this.sockets.delete(socket));
    });
    fastify.addHook('preClose', () => {
      this.begin();
      return Promise.resolve();
    });
    fastify.addHook('onRequest', (request, _reply, done) => {
      const { socket } = request.raw;
      // The connection was closed while the request was on its way. Nobody would get the response, so it must not run.
      if (this.begun && socket.writableEnded) return;
      if (this.sockets.has(socket)) this.sockets.set(socket, 'busy');
      if (this.listenerClosed === null) done();
      else
        void this.listenerClosed.then(() => {
          done();
        });
    });
    fastify.addHook('onResponse', (request, _reply, done) => {
      const { raw } = request;
      if (this.sockets.has(raw.socket)) this.sockets.set(raw.socket, performance.now());
      if (raw.complete) this.closeIfLast(raw.socket);
      else {
        this.receiving.add(raw.socket);
        raw.once('end', () => {
          this.receiving.delete(raw.socket);
          this.closeIfLast(raw.socket);
        });
      }
      done();
    });
  }

  /** Node takes a connection for idle when its response has ended, also while the client still reads it. */
  keepUnread(server: Server & { closeIdleConnections?: () => void }): void {
    server.closeIdleConnections = () => {
      for (const [socket, since] of this.sockets)
        if (typeof since === 'number' && !this.receiving.has(socket)) socket.destroy();
    };
  }

  /**
   * Closes the connection of a response that could not say that it is the last one, because it began before the drain.
   * Node closes only connections that are idle when a server begins to close: this one would keep the server open.
   */
  private closeIfLast(socket: Socket): void {
    if (this.begun && runningResponse(socket) === null) endAndDestroy(socket);
  }

  /** Closes idle connections while clients can still open new ones, then the listener, then what is left. */
  async close(server: Server): Promise<void> {
    this.begin();
    await this.closeIdle({ unused: false });
    const release = this.holdRequests();
    await this.connectionsToBeQuiet();
    const closed = once(server, 'close');
    server.close();
    release();
    // Connections on which no request arrives would keep the server open.
    const timer = setTimeout(() => void this.closeIdle({ unused: true }), LINGER_MS);
    await closed;
    clearTimeout(timer);
  }

  /**
   * Sends FIN on idle connections. The service still reads them until the client closes its side, because data that
   * arrive on a closed socket cause a reset. The first request on an unused connection is probably on its way.
   */
  private async closeIdle({ unused }: { unused: boolean }): Promise<void> {
    const begin = performance.now();
    const idle = [...this.sockets]
      .filter(([, since]) =>
        typeof since === 'number' ? begin - since > IDLE_MS : unused && since === 'unused',
      )
      .map(([socket]) => socket);
    for (const socket of idle) socket.end();
    const end = begin + LINGER_MS;
    while (idle.some((socket) => !socket.destroyed) && performance.now() < end) await delay(5);
    for (const socket of idle) socket.destroy();
  }

  private holdRequests(): () => void {
    let release = (): void => undefined;
    this.listenerClosed = new Promise((resolve) => {
      release = () => {
        this.listenerClosed = null;
        resolve();
      };
    });
    return release;
  }

  /**
   * The kernel resets connections that the process has not accepted when the listener closes. While requests are
   * held, clients that wait for their response open no connections. Resolves right after the event loop has accepted
   * all connections.
   */
  private async connectionsToBeQuiet(): Promise<void> {
    const begin = performance.now();
    const isQuiet = () => performance.now() - Math.max(begin, this.lastConnection) > QUIET_MS;
    do {
      await delay(5);
      await setImmediate();
    } while (!isQuiet() && performance.now() < begin + MAX_QUIET_WAIT_MS);
  }
}
