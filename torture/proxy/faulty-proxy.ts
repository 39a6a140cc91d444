import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { errorPacket, queryPacket, PacketReader, readCommand, type Command } from './packets.js';

/** What the proxy does with one command or its reply. */
export type Fault =
  /** The command does not reach the server; the connection breaks. */
  | { kind: 'cut' }
  /** The server runs the command; the reply gets lost and the connection breaks. */
  | { kind: 'drop-reply' }
  /** The server runs the command; the reply never comes, and the connection stays open. */
  | { kind: 'stall-reply' }
  /** The server runs the command; the reply arrives as other bytes of the same length. */
  | { kind: 'garble-reply' }
  /** The server runs the command; the reply is an error with this code. */
  | { kind: 'replace-reply'; code: number }
  /** The server gets ROLLBACK instead; the reply is an error with this code. */
  | { kind: 'roll-back'; code: number };

const ROLLBACK = queryPacket('ROLLBACK');

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
    const link = new Link(client, connect(this.port, this.host), (command) => this.plan(command));
    this.links.add(link);
    if (this.frozen) link.pause();
    client.on('close', () => this.links.delete(link));
  }
}

/** One connection of the service and its connection to the server. */
class Link {
  private readonly commands = new PacketReader();
  private readonly replies = new PacketReader();
  /** Applies to the reply that comes next. */
  private pending?: Fault | undefined;

  constructor(
    private readonly client: Socket,
    private readonly server: Socket,
    private readonly plan: (command: Command) => Fault | undefined,
  ) {
    client.setNoDelay().on('data', (chunk: Buffer) => {
      for (const packet of this.commands.read(chunk)) this.forward(packet);
    });
    server.setNoDelay().on('data', (chunk: Buffer) => {
      if (this.pending) for (const packet of this.replies.read(chunk)) this.answer(packet);
      else client.write(chunk);
    });
    for (const socket of [client, server]) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.destroy();
      });
    }
  }

  pause(): void {
    this.client.pause();
    this.server.pause();
  }

  resume(): void {
    this.client.resume();
    this.server.resume();
  }

  destroy(): void {
    this.client.destroy();
    this.server.destroy();
  }

  private forward(packet: Buffer): void {
    if (this.client.destroyed) return;
    const command = readCommand(packet);
    const fault = command && this.plan(command);
    if (fault?.kind === 'cut') {
      this.destroy();
      return;
    }
    if (fault) this.pending = fault;
    this.server.write(fault?.kind === 'roll-back' ? ROLLBACK : packet);
  }

  private answer(packet: Buffer): void {
    const fault = this.pending;
    switch (fault?.kind) {
      case 'drop-reply':
        this.destroy();
        break;
      case 'stall-reply':
        break;
      case 'garble-reply':
        this.pending = undefined;
        this.client.write(packet.map((byte, i) => (i < 4 ? byte : byte ^ 0x5a)));
        break;
      case 'replace-reply':
      case 'roll-back':
        this.pending = undefined;
        this.client.write(errorPacket(fault.code, 'replaced by the proxy'));
        break;
      default:
        this.client.write(packet);
    }
  }
}
