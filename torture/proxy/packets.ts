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

  /** Returns the bytes of a packet that is not complete yet, and forgets them. */
  rest(): Buffer {
    const { buffered } = this;
    this.buffered = Buffer.alloc(0);
    return buffered;
  }
}

const HEADER = 4;
const QUERY = 3;
/** First byte of a reply. */
const OK = 0;
const ERROR = 0xff;
const END = 0xfe;
/** A row may begin like an end of rows, but is longer. */
const MAX_END = 9;
const COMMANDS: Record<number, string> = {
  1: 'quit',
  [QUERY]: 'query',
  22: 'prepare',
  23: 'execute',
  25: 'close',
};

/** A command of a client. */
export interface Command {
  name: string;
  /** Of a query or a statement to prepare. `FaultyProxy` adds that of an execution. Otherwise empty. */
  sql: string;
  /** Number of the prepared statement, if the command executes one. */
  statementId?: number;
}

/** Undefined for packets that are no command: the log-in, and the rest of a long command. */
export function readCommand(packet: Buffer): Command | undefined {
  const isFirst = packet[3] === 0;
  if (!isFirst) return undefined;
  const name = COMMANDS[packet[HEADER] ?? 0] ?? 'other';
  const hasText = name === 'query' || name === 'prepare';
  const sql = hasText ? packet.subarray(HEADER + 1).toString() : '';
  return { name, sql, ...(name === 'execute' && { statementId: packet.readUInt32LE(HEADER + 1) }) };
}

/** The number that the server gave to a statement it has prepared. Undefined if it refused the statement. */
export const preparedId = (packet: Buffer): number | undefined =>
  packet[HEADER] === OK ? packet.readUInt32LE(HEADER + 1) : undefined;

/** Tells where the reply to a query or an execution ends: a single packet, or columns and rows, each with an end. */
export class ReplyEnd {
  private isFirst = true;
  private ends = 0;

  isLast(packet: Buffer): boolean {
    const type = packet[HEADER];
    const isSingle = type === ERROR || (this.isFirst && type === OK);
    this.isFirst = false;
    if (type === END && packet.length < HEADER + MAX_END) this.ends++;
    return isSingle || this.ends === 2;
  }
}

export const queryPacket = (sql: string): Buffer =>
  packetOf(0, Buffer.concat([Buffer.from([QUERY]), Buffer.from(sql)]));

/** The reply of a server that refuses a command. */
export function errorPacket(code: number, message: string): Buffer {
  const head = Buffer.from([ERROR, code & 0xff, code >> 8]);
  return packetOf(1, Buffer.concat([head, Buffer.from(`#HY000${message}`)]));
}

function packetOf(number: number, payload: Buffer): Buffer {
  const header = Buffer.alloc(HEADER);
  header.writeUIntLE(payload.length, 0, 3);
  header[3] = number;
  return Buffer.concat([header, payload]);
}
