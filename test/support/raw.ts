import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export interface RawAnswer {
  status: number;
  headers: Headers;
  /** Parsed if it is JSON; undefined if there is no body. */
  body: unknown;
}

/** The bytes of a request, with a Host unless one is given; a body brings its own Content-Length. */
export function requestText(
  line: string,
  headers: Record<string, string | number> = {},
  body = '',
): string {
  const all = {
    Host: 'localhost',
    ...(body === '' ? {} : { 'Content-Length': Buffer.byteLength(body) }),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${line} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

/** Sends a request and closes the connection at once, without waiting for the response. */
export function sendAndLeave(url: string, bytes: string): Promise<void> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    socket.on('error', reject).on('close', () => {
      resolve();
    });
    socket.write(bytes, () => socket.destroy());
  });
}

/** A connection that sends any bytes, even invalid HTTP. */
export class RawConnection {
  isClosed = false;
  /** Why the connection broke, such as ECONNRESET. */
  failure?: string;
  private readonly socket: Socket;
  private received = Buffer.alloc(0);

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.socket = connect(Number(port), hostname);
    this.socket.on('data', (chunk: Buffer) => {
      this.received = Buffer.concat([this.received, chunk]);
    });
    // Some tests expect the service to reset the connection.
    this.socket.on('error', ({ code, message }: NodeJS.ErrnoException) => {
      this.failure = code ?? message;
    });
    this.socket.on('close', () => {
      this.isClosed = true;
    });
  }

  send(bytes: string | Uint8Array): void {
    this.socket.write(bytes);
  }

  /** Returns the next response. @throws Error if the connection closes or 60 s pass first */
  async answer({ isHead = false } = {}): Promise<RawAnswer> {
    for (const end = Date.now() + 60_000; Date.now() < end;) {
      const answer = this.parseAnswer(isHead);
      if (answer) return answer;
      if (this.isClosed) break;
      await delay(5);
    }
    throw new Error(`No answer, but ${JSON.stringify(this.received.toString())}`);
  }

  /** Waits until the service has closed the connection. @throws Error after 60 s */
  async closed(): Promise<void> {
    const begin = Date.now();
    while (!this.isClosed) {
      if (Date.now() > begin + 60_000) throw new Error('The connection is still open');
      await delay(5);
    }
  }

  end(): void {
    this.socket.destroy();
  }

  private parseAnswer(isHead: boolean): RawAnswer | null {
    const headEnd = this.received.indexOf('\r\n\r\n');
    if (headEnd < 0) return null;
    const [line = '', ...lines] = this.received.toString('latin1', 0, headEnd).split('\r\n');
    const headers = new Headers(
      lines.map((text): [string, string] => {
        const colon = text.indexOf(':');
        return [text.slice(0, colon), text.slice(colon + 1).trim()];
      }),
    );
    const end = headEnd + 4 + (isHead ? 0 : Number(headers.get('content-length')));
    if (this.received.length < end) return null;
    const text = this.received.toString('utf8', headEnd + 4, end);
    this.received = this.received.subarray(end);
    return {
      status: Number(line.split(' ')[1]),
      headers,
      body: text === '' ? undefined : isJson(headers) ? JSON.parse(text) : text,
    };
  }
}

const isJson = (headers: Headers): boolean =>
  /^application\/json\b/.test(headers.get('content-type') ?? '');

/** Sends this on a new connection and returns the first response. */
export async function sendRaw(url: string, bytes: string | Uint8Array): Promise<RawAnswer> {
  const connection = new RawConnection(url);
  try {
    connection.send(bytes);
    return await connection.answer({ isHead: /^HEAD /.test(String(bytes)) });
  } finally {
    connection.end();
  }
}
