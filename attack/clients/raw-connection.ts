import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection that sends any bytes, even invalid HTTP. */
export class RawConnection {
  private readonly socket: Socket;
  private readonly closed: Promise<unknown>;
  /** What the service has sent so far. */
  text = '';

  constructor(origin: string) {
    const { hostname, port } = new URL(origin);
    this.socket = connect(Number(port), hostname);
    this.socket.setEncoding('latin1');
    this.socket.on('data', (text: string) => {
      this.text += text;
    });
    // The service may reset the connection.
    this.socket.on('error', () => undefined);
    this.closed = once(this.socket, 'close');
  }

  write(bytes: string | Buffer): void {
    this.socket.write(bytes, 'latin1');
  }

  /** Sends the end of the stream. */
  finish(): void {
    this.socket.end();
  }

  /** Resolves when the service has closed the connection, with all that it sent. */
  async rest(): Promise<string> {
    await this.closed;
    return this.text;
  }

  /** The status of the first response; 0 if the connection closes without one. */
  async firstStatus(): Promise<number> {
    while (statusesOf(this.text).length === 0) {
      const wasClosed = this.socket.destroyed;
      const event = wasClosed ? undefined : once(this.socket, 'data');
      await Promise.race([event, this.closed]);
      if (this.socket.destroyed) break;
    }
    return statusesOf(this.text)[0] ?? 0;
  }

  end(): void {
    this.socket.destroy();
  }
}

/** The status lines of all responses in this text. */
export const statusesOf = (text: string): number[] =>
  [...text.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status));
