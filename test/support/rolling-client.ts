import * as http from 'node:http';
import * as https from 'node:https';

interface Sent {
  method: string;
  path: string;
  body?: object;
  headers?: Record<string, string>;
}

export interface Outcome {
  /** HTTP status, or the code of a network error. */
  status: number | string;
  /** The body of the response. */
  text: string;
}

interface Attempt extends Outcome {
  /** A new connection was refused, so the service has no part of the request. */
  isRefused?: boolean;
}

/** One client on open connections. It goes to the next instance when its own refuses new connections. */
export class RollingClient {
  private instance = 0;

  /** @param instances their addresses; more may be added later */
  constructor(
    private readonly instances: readonly string[],
    private readonly token: string,
    private readonly agent: http.Agent | https.Agent,
  ) {}

  async send(request: Sent): Promise<Outcome> {
    for (;;) {
      const outcome = await this.attempt(request);
      if (!outcome.isRefused || this.instance >= this.instances.length - 1) return outcome;
      this.instance++;
    }
  }

  private attempt({ method, path, body, headers = {} }: Sent): Promise<Attempt> {
    return new Promise((resolve) => {
      const options = {
        ...{ method, agent: this.agent },
        headers: {
          'PRIVATE-TOKEN': this.token,
          ...(body && { 'Content-Type': 'application/json' }),
          ...headers,
        },
      };
      const { request } = this.agent instanceof https.Agent ? https : http;
      const sent = request(`${this.instances[this.instance] ?? ''}${path}`, options, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, text });
        });
        response.on('error', ({ message }) => {
          resolve({ status: message, text });
        });
      });
      sent.on('error', ({ code = '' }: NodeJS.ErrnoException) => {
        // The kernel resets a new connection that arrives in the moment in which the listener closes.
        const isRefused = ['ECONNREFUSED', 'ECONNRESET'].includes(code) && !sent.reusedSocket;
        resolve({ status: code, text: '', isRefused });
      });
      sent.end(body && JSON.stringify(body));
    });
  }
}
