import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Link, type Fault } from './link.js';
import type { Command } from './packets.js';

/** A TCP proxy between the service and MariaDB that reads the commands and can break any reply. */
export class FaultyProxy {
  /** Decides about each command. */
  plan: (command: Command) => Fault | undefined = () => undefined;
  /** While true no byte passes in either direction. They follow later, as after a stopped network. */
  private frozen = false;
  private readonly links = new Set<Link>();
  private server!: Server;

  private constructor(
    private readonly host: string,
    private readonly port: number,
  ) {}

  /** @param server URL of a MariaDB server */
  static async open(server: string): Promise<FaultyProxy> {
    const { hostname, port } = new URL(server);
    const proxy = new FaultyProxy(hostname, Number(port || 3306));
    proxy.server = createServer((client) => {
      proxy.join(client);
    }).listen(0, '127.0.0.1');
    await once(proxy.server, 'listening');
    return proxy;
  }

  /** The URL with the address of the proxy in place of the server's. */
  through(url: string): string {
    const changed = new URL(url);
    changed.hostname = '127.0.0.1';
    changed.port = String((this.server.address() as AddressInfo).port);
    return changed.href;
  }

  freeze(): void {
    this.frozen = true;
    for (const link of this.links) link.pause();
  }

  thaw(): void {
    this.frozen = false;
    for (const link of this.links) link.resume();
  }

  async close(): Promise<void> {
    for (const link of this.links) link.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  private join(client: Socket): void {
    const server = connect(this.port, this.host);
    const link = new Link(client, server, (command) => this.plan(command));
    this.links.add(link);
    if (this.frozen) link.pause();
    server.on('close', () => this.links.delete(link));
  }
}
