import * as http from 'node:http';
import * as https from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';
import { RollingClient, type Outcome } from './rolling-client.js';

const CLIENTS = 4;

/** Clients that write one note after the other, and go to another instance when theirs refuses new connections. */
export class NoteWriters {
  readonly acknowledged: number[] = [];
  readonly failures: Outcome[] = [];
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
    tls?: https.AgentOptions,
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
    const client = new RollingClient(this.instances, this.token, this.agent);
    while (!this.isOver) {
      const body = { body: 'It hums' };
      const outcome = await client.send({ method: 'POST', path: this.path, body });
      if (outcome.status === 201)
        this.acknowledged.push((JSON.parse(outcome.text) as { id: number }).id);
      else {
        this.failures.push(outcome);
        await delay(10);
      }
    }
  }
}
