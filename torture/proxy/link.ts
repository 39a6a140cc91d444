import type { Socket } from 'node:net';
import {
  errorPacket,
  preparedId,
  queryPacket,
  PacketReader,
  readCommand,
  ReplyEnd,
  type Command,
} from './packets.js';

/** What the proxy does with one command or its reply. */
export type Fault =
  /** The command does not reach the server; the connection breaks. */
  | { kind: 'cut' }
  /** The server runs the command; the reply gets lost and the connection breaks. */
  | { kind: 'drop-reply' }
  /** The server runs the command; the reply never comes, and the connection stays open. */
  | { kind: 'stall-reply' }
  /** The server runs the command; the reply begins with other bytes of the same length. */
  | { kind: 'garble-reply' }
  /** The server runs the command; the reply is an error with this code. */
  | { kind: 'replace-reply'; code: number }
  /** The server gets ROLLBACK instead; the reply is an error with this code. */
  | { kind: 'roll-back'; code: number }
  /** The command reaches the server only then, even if the service has given up the connection. */
  | { kind: 'hold'; until: Promise<unknown>; onDelivery: (wasOpen: boolean) => void };

const ROLLBACK = queryPacket('ROLLBACK');

/** One connection of the service and its connection to the server. */
export class Link {
  private readonly commands = new PacketReader();
  private readonly replies = new PacketReader();
  /** The SQL of the prepared statements, by their number. */
  private readonly statements = new Map<number, string>();
  /** The SQL of a statement that the server is preparing. */
  private preparing?: string | undefined;
  /** Applies to the reply that comes next. */
  private pending?: Fault | undefined;
  private end = new ReplyEnd();
  /** What the client has sent from a held command on. */
  private held?: Buffer[] | undefined;

  constructor(
    private readonly client: Socket,
    private readonly server: Socket,
    private readonly plan: (command: Command) => Fault | undefined,
  ) {
    client.setNoDelay().on('data', (chunk: Buffer) => {
      for (const packet of this.commands.read(chunk)) this.forward(packet);
    });
    server.setNoDelay().on('data', (chunk: Buffer) => {
      this.receive(chunk);
    });
    for (const socket of [client, server]) socket.on('error', () => undefined);
    server.on('close', () => {
      this.destroy();
    });
    client.on('close', () => {
      // The end of a connection does not overtake what was sent before it.
      if (!this.held) this.destroy();
    });
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
    if (this.held) {
      this.held.push(packet);
      return;
    }
    if (this.client.destroyed) return;
    const command = this.commandOf(packet);
    const fault = command && this.plan(command);
    if (fault?.kind === 'cut') {
      this.destroy();
      return;
    }
    if (fault?.kind === 'hold') {
      this.held = [packet];
      void fault.until.then(() => {
        this.deliver(fault.onDelivery);
      });
      return;
    }
    // The only command without a reply.
    if (command?.name === 'close') {
      this.server.write(packet);
      return;
    }
    this.pending = fault;
    this.end = new ReplyEnd();
    this.preparing = command?.name === 'prepare' ? command.sql : undefined;
    this.server.write(fault?.kind === 'roll-back' ? ROLLBACK : packet);
  }

  private commandOf(packet: Buffer): Command | undefined {
    const command = readCommand(packet);
    if (command?.statementId === undefined) return command;
    return { ...command, sql: this.statements.get(command.statementId) ?? '' };
  }

  private deliver(onDelivery: (wasOpen: boolean) => void): void {
    const packets = this.held ?? [];
    this.held = undefined;
    onDelivery(!this.server.destroyed);
    for (const packet of packets) this.server.write(packet);
    if (this.client.destroyed) this.server.end();
  }

  private receive(chunk: Buffer): void {
    if (!this.pending && this.preparing === undefined) {
      this.client.write(chunk);
      return;
    }
    for (const packet of this.replies.read(chunk)) {
      if (this.preparing !== undefined) this.learn(packet);
      if (this.pending) this.answer(this.pending, packet);
      else this.client.write(packet);
    }
    if (!this.pending) this.client.write(this.replies.rest());
  }

  private learn(packet: Buffer): void {
    const id = preparedId(packet);
    if (id !== undefined) this.statements.set(id, this.preparing ?? '');
    this.preparing = undefined;
  }

  private answer(fault: Fault, packet: Buffer): void {
    switch (fault.kind) {
      case 'drop-reply':
        this.destroy();
        break;
      case 'garble-reply':
        this.pending = undefined;
        this.client.write(packet.map((byte, i) => (i < 4 ? byte : byte ^ 0x5a)));
        break;
      case 'replace-reply':
      case 'roll-back':
        // All packets of the reply, so that none of them follows the error.
        if (!this.end.isLast(packet)) return;
        this.pending = undefined;
        this.client.write(errorPacket(fault.code, 'replaced by the proxy'));
        break;
      default:
        // Stalled: nothing arrives.
        break;
    }
  }
}
