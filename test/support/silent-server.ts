import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { listenOnFreePort } from './ports.js';

/** A server that accepts connections and never sends a byte. */
export class SilentServer {
  /** How many connections it has accepted. */
  accepted = 0;
  private readonly sockets = new Set<Socket>();
  private readonly server = createServer((socket) => {
    this.accepted++;
    this.sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.sockets.delete(socket));
    // Without a reader the socket would not notice that the client has closed it.
    socket.resume();
  });

  private constructor() {}

  static async start(): Promise<{ silent: SilentServer; port: number }> {
    const silent = new SilentServer();
    return { silent, port: await listenOnFreePort(silent.server) };
  }

  /** Resolves when clients have closed all their connections. */
  async abandoned(): Promise<void> {
    for (const socket of this.sockets) await once(socket, 'close');
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await once(this.server.close(), 'close');
  }
}
