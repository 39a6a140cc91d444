import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection that sends any bytes, even invalid HTTP. */
export class RawConnection {
  private readonly socket: Socket;
  private readonly closed: Promise<unknown>;
  private received = '';

  constructor(origin: string) {
    const { hostname, port } = new URL(origin);
    this.socket = connect(Number(port), hostname);
    this.socket.setEncoding('latin1');
    this.socket.on('data', (text: string) => {
      this.received += text;
    });
    // The service may reset the connection.
    this.socket.on('error', () => undefined);
    this.closed = once(this.socket, 'close');
  }

  write(bytes: string | Buffer): void {
    this.socket.write(bytes, 'latin1');
  }

  /** Resolves when the service has closed the connection, with all that it sent. */
  async rest(): Promise<string> {
    await this.closed;
    return this.received;
  }

  end(): void {
    this.socket.destroy();
  }
}

/** The status lines of all responses in this text. */
export const statusesOf = (text: string): number[] =>
  [...text.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status));
