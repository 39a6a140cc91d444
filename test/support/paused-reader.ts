import { connect, type Socket } from 'node:net';
import { requestText } from './raw.js';

/** More than the systems of client and service hold of a response that nobody reads. */
export const LONGER_THAN_BUFFERS = 16_000_000;

/** A client that sends a request and does not read the response until it is told to. */
export class PausedReader {
  private readonly socket: Socket;

  constructor(url: string, path: string, token: string) {
    const { hostname, port } = new URL(url);
    this.socket = connect(Number(port), hostname).pause();
    this.socket.on('error', () => undefined);
    const headers = { 'PRIVATE-TOKEN': token, Connection: 'close' };
    this.socket.write(requestText(`GET /api/v3${path}`, headers));
  }

  /** Waits until the first bytes of the response have arrived. */
  async begun(): Promise<void> {
    await new Promise((resolve) => this.socket.once('readable', resolve));
  }

  /** Reads all that the service sends. `isWhole` is false if the response was cut off. */
  async read(): Promise<{ isWhole: boolean; items: unknown }> {
    const chunks: Buffer[] = [];
    this.socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    this.socket.resume();
    if (!this.socket.closed) await new Promise((resolve) => this.socket.once('close', resolve));
    const bytes = Buffer.concat(chunks);
    const isWhole = bytes.subarray(-5).toString() === '0\r\n\r\n';
    return { isWhole, items: isWhole ? JSON.parse(withoutChunks(bytes)) : undefined };
  }

  end(): void {
    this.socket.destroy();
  }
}

/** The body of a response in chunks. */
function withoutChunks(bytes: Buffer): string {
  const body: Buffer[] = [];
  for (let at = bytes.indexOf('\r\n\r\n') + 4, length = NaN; length !== 0;) {
    const start = bytes.indexOf('\r\n', at) + 2;
    length = parseInt(bytes.toString('latin1', at, start), 16);
    body.push(bytes.subarray(start, start + length));
    at = start + length + 2;
  }
  return Buffer.concat(body).toString();
}
