import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Stands between the service and its database, and can refuse or say nothing. */
export class Proxy {
  stalled = false;
  /** Every chunk takes so much longer, in milliseconds. */
  delayMs = 0;
  /** Cuts a connection that says this, once it has been passed on. */
  cutAfter?: string;
  private readonly sockets = new Set<Socket>();
  private server?: Server;
  private port = 0;

  constructor(
    private readonly host: string,
    private readonly targetPort: number,
  ) {}

  /** Listens, after the first time on the same port again; answers the port. */
  async open(): Promise<number> {
    const server = createServer((client) => {
      this.join(client, connect(this.targetPort, this.host));
    });
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    this.server = server;
    this.port = (server.address() as AddressInfo).port;
    return this.port;
  }

  /** Cuts every connection and refuses new ones. */
  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server?.close(resolve));
  }

  private join(...pair: [Socket, Socket]): void {
    for (const [i, socket] of pair.entries()) {
      const other = pair[i === 0 ? 1 : 0];
      this.sockets.add(socket);
      socket.on('data', (chunk: Buffer) => {
        if (this.stalled) return;
        if (this.cutAfter !== undefined && chunk.includes(this.cutAfter)) {
          // The last word arrives; the answer to it does not.
          other.end(chunk);
          socket.destroy();
        } else if (this.delayMs > 0) setTimeout(() => other.write(chunk), this.delayMs);
        else other.write(chunk);
      });
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        this.sockets.delete(socket);
        if (!other.writableEnded) other.destroy();
      });
    }
  }
}
