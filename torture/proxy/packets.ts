/** Cuts the bytes of one direction of a MySQL connection into packets: 3 bytes of length, a number, the payload. */
export class PacketReader {
  private buffered: Buffer = Buffer.alloc(0);

  /** Returns the packets that are now complete, each with its header. */
  read(chunk: Buffer): Buffer[] {
    this.buffered = Buffer.concat([this.buffered, chunk]);
    const packets: Buffer[] = [];
    for (;;) {
      if (this.buffered.length < HEADER) return packets;
      const end = HEADER + this.buffered.readUIntLE(0, 3);
      if (this.buffered.length < end) return packets;
      packets.push(this.buffered.subarray(0, end));
      this.buffered = this.buffered.subarray(end);
    }
  }
}

const HEADER = 4;
const QUERY = 3;
const COMMANDS: Record<number, string> = {
  1: 'quit',
  [QUERY]: 'query',
  22: 'prepare',
  23: 'execute',
};

/** A command of a client: the SQL of a query, otherwise only the name of the command. */
export interface Command {
  name: string;
  sql: string;
}

/** Undefined for packets that are no command: the log-in, and the rest of a long command. */
export function readCommand(packet: Buffer): Command | undefined {
  const isFirst = packet[3] === 0;
  if (!isFirst) return undefined;
  const name = COMMANDS[packet[HEADER] ?? 0] ?? 'other';
  const hasText = name === 'query' || name === 'prepare';
  return { name, sql: hasText ? packet.subarray(HEADER + 1).toString() : '' };
}

export const queryPacket = (sql: string): Buffer =>
  packetOf(0, Buffer.concat([Buffer.from([QUERY]), Buffer.from(sql)]));

/** The reply of a server that refuses a command. */
export function errorPacket(code: number, message: string): Buffer {
  const head = Buffer.from([0xff, code & 0xff, code >> 8]);
  return packetOf(1, Buffer.concat([head, Buffer.from(`#HY000${message}`)]));
}

function packetOf(number: number, payload: Buffer): Buffer {
  const header = Buffer.alloc(HEADER);
  header.writeUIntLE(payload.length, 0, 3);
  header[3] = number;
  return Buffer.concat([header, payload]);
}
