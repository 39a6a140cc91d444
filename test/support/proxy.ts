import { connect, createServer, type Server, type Socket } from 'node:net';
import { listenAgain, listenOnFreePort, untilRefused } from './ports.js';

/** A TCP proxy between the service and its database that can refuse connections or stall. */
export class Proxy {
  stalled = false;
  /** Delay of each chunk in milliseconds. */
  delayMs = 0;
  /** Closes a connection after it has forwarded this text. */
  cutAfter?: string;
  /** Closes a connection instead of forwarding this text. */
  cutBefore?: string;
  /** Called when one of these texts has arrived. */
  onFault: () => unknown = () => undefined;
  /** Forwards this text, but no response and nothing else on its connection. */
  muteAfter?: string;
  /** Changes what the client sends. */
  rewriteRequest?: (chunk: Buffer) => Uint8Array;
  /** Changes what the server sends. */
  rewriteResponse?: (chunk: Buffer) => Uint8Array;
  /** Ends connections with a reset instead of a regular end. */
  resets = false;
  private readonly sockets = new Set<Socket>();
  private server?: Server;
  private ownPort = 0;

  /** @param targetPort a function if the server gets its port later. It is called for each connection */
  constructor(
    private readonly host: string,
    private readonly targetPort: number | (() => number),
  ) {}

  /** The same after each `open`. @throws Error the proxy has never been open */
  get port(): number {
    if (this.ownPort === 0) throw new Error('The proxy has no port yet. Open it first.');
    return this.ownPort;
  }

  /** Listens and returns the port, which stays the same after the first call. @throws Error the proxy is open */
  async open(): Promise<number> {
    if (this.isOpen) throw new Error('The proxy is open. Close it first.');
    const server = createServer((client) => {
      const port = typeof this.targetPort === 'number' ? this.targetPort : this.targetPort();
      this.join(client, connect(port, this.host));
    });
    if (this.ownPort === 0) this.ownPort = await listenOnFreePort(server);
    else await listenAgain(server, this.ownPort);
    this.server = server;
    return this.ownPort;
  }

  get isOpen(): boolean {
    return this.server?.listening === true;
  }

  /** Ends all faults. */
  forwardAll(): void {
    this.stalled = false;
    delete this.cutAfter;
    delete this.cutBefore;
    delete this.muteAfter;
    delete this.rewriteRequest;
    delete this.rewriteResponse;
    this.resets = false;
    this.onFault = () => undefined;
  }

  /** Closes every connection. New ones are forwarded. */
  cutAll(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  /** Closes every connection and refuses new ones. Does nothing if the proxy is not open. */
  async close(): Promise<void> {
    this.cutAll();
    const { server } = this;
    if (!server?.listening) return;
    await new Promise((resolve) => server.close(resolve));
    await untilRefused(this.ownPort);
  }

  private join(...pair: [Socket, Socket]): void {
    for (const [i, socket] of pair.entries()) {
      const other = pair[i === 0 ? 1 : 0];
      this.sockets.add(socket);
      socket.on('data', (received: Buffer) => {
        if (this.stalled) return;
        const rewrite = i === 1 ? this.rewriteResponse : this.rewriteRequest;
        const chunk = rewrite ? Buffer.from(rewrite(received)) : received;
        if (this.cutBefore !== undefined && chunk.includes(this.cutBefore)) {
          if (this.resets) other.resetAndDestroy();
          socket.destroy();
          this.onFault();
        } else if (this.muteAfter !== undefined && chunk.includes(this.muteAfter)) {
          other.write(chunk);
          socket.removeAllListeners('data');
          other.removeAllListeners('data');
          this.onFault();
        } else if (this.cutAfter !== undefined && chunk.includes(this.cutAfter)) {
          // The text still arrives, but the response does not.
          other.end(chunk);
          socket.destroy();
          this.onFault();
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
