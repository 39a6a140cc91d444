import * as http from 'node:http';
import * as https from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';

const CLIENTS = 4;

interface Outcome {
  /** HTTP status, or the code of a network error. */
  status: number | string;
  id?: number;
  /** The body of an error. */
  text?: string;
  /** The connection was refused, so the request was never sent. */
  isRefused?: boolean;
}

/** Clients that write one note after the other, and go to another instance when theirs refuses new connections. */
export class NoteWriters {
  readonly acknowledged: number[] = [];
  readonly failures: Outcome[] = [];
  /** Requests, with or without a response. */
  sent = 0;
  private readonly agent: http.Agent;
  private isOver = false;
  private clients: Promise<void>[] = [];

  constructor(
    /** The path of the notes, below the addresses. */
    private readonly path: string,
    private readonly token: string,
    /** The addresses of the instances. */
    readonly instances: string[],
    /** For addresses with https. */
    private readonly tls?: https.AgentOptions,
  ) {
    this.agent = tls
      ? new https.Agent({ keepAlive: true, ...tls })
      : new http.Agent({ keepAlive: true });
  }

  begin(): void {
    this.clients = Array.from({ length: CLIENTS }, () => this.run());
  }

  /** Waits for more notes, or for the first failure. */
  async written(more: number): Promise<void> {
    const count = this.acknowledged.length + more;
    while (this.acknowledged.length < count && this.failures.length === 0) await delay(10);
  }

  async end(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.clients);
    this.agent.destroy();
  }

  private async run(): Promise<void> {
    for (let instance = 0; !this.isOver;) {
      const outcome = await this.write(this.instances[instance] ?? '');
      if (outcome.isRefused && instance < this.instances.length - 1) instance++;
      else if (outcome.status === 201) this.acknowledged.push(outcome.id ?? NaN);
      else {
        this.failures.push(outcome);
        await delay(10);
      }
    }
  }

  private write(instance: string): Promise<Outcome> {
    this.sent++;
    return new Promise((resolve) => {
      const headers = { 'PRIVATE-TOKEN': this.token, 'Content-Type': 'application/json' };
      const options = { method: 'POST', agent: this.agent, headers };
      const { request } = this.tls ? https : http;
      const sent = request(`${instance}${this.path}`, options, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () => {
          const { statusCode: status = 0 } = response;
          if (status !== 201) resolve({ status, text });
          else resolve({ status, id: (JSON.parse(text) as { id: number }).id });
        });
      });
      sent.on('error', ({ code = '' }: NodeJS.ErrnoException) => {
        resolve({ status: code, isRefused: code === 'ECONNREFUSED' && !sent.reusedSocket });
      });
      sent.end(JSON.stringify({ body: 'It hums' }));
    });
  }
}
