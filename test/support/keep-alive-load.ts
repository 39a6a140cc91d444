import { EventEmitter } from 'node:events';
import { Agent, get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

interface Failure {
  code: string;
  /** The connection had already been used. */
  wasOpen: boolean;
}

/** Requests after which the service counts as busy. */
const BUSY = 100;

/** Clients with kept-open connections. They stop when the service refuses a new connection. Emits `busy`. */
export class KeepAliveLoad extends EventEmitter {
  answered = 0;
  /** Responses with `Connection: close`. */
  closedByServer = 0;
  readonly failures: Failure[] = [];
  private readonly agent = new Agent({ keepAlive: true });

  constructor(
    private readonly url: string,
    private readonly headers: Record<string, string>,
  ) {
    super();
  }

  /** Sends one request after the other, with a pause in between. */
  async run(pauseMs: number): Promise<void> {
    for (;;) {
      const failure = await this.send();
      if (failure?.code === 'ECONNREFUSED' && !failure.wasOpen) return;
      if (failure) this.failures.push(failure);
      else if (++this.answered === BUSY) this.emit('busy');
      await delay(pauseMs);
    }
  }

  end(): void {
    this.agent.destroy();
  }

  private send(): Promise<Failure | null> {
    return new Promise((resolve) => {
      const { agent, headers } = this;
      const request = get(this.url, { agent, headers }, (response) => {
        if (response.headers.connection === 'close') this.closedByServer++;
        response.resume();
        response.on('end', () => {
          const { statusCode = 0 } = response;
          resolve(statusCode === 200 ? null : { code: String(statusCode), wasOpen: true });
        });
        response.on('error', ({ message }) => {
          resolve({ code: message, wasOpen: true });
        });
      });
      request.on('error', ({ code, message }: NodeJS.ErrnoException) => {
        resolve({ code: code ?? message, wasOpen: request.reusedSocket });
      });
    });
  }
}
