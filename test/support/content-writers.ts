import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { writeRound, type Call } from './content-round.js';
import { RollingClient, type Outcome } from './rolling-client.js';
import { WriteLedger } from './write-ledger.js';

const CLIENTS = 3;

/**
 * Clients that write rows of every table of the ledger, and read them. They use another instance when theirs refuses new
 * connections, and stop at their first response that is no success.
 */
export class ContentWriters {
  readonly failures: (Outcome & { request: string })[] = [];
  /** Rounds that are complete. A round writes into every table. */
  rounds = 0;
  private readonly agent = new Agent({ keepAlive: true });
  private isOver = false;
  private clients: Promise<void>[] = [];

  /**
   * @param instances the addresses of the API
   * @param name begins all names that these clients give
   */
  constructor(
    private readonly token: string,
    readonly instances: string[],
    readonly ledger = new WriteLedger(),
    private readonly name = 'w',
  ) {}

  begin(): void {
    this.clients = Array.from({ length: CLIENTS }, (_, client) => this.run(client));
  }

  /** Waits for more rounds, or for the first failure. */
  async written(more: number): Promise<void> {
    const count = this.rounds + more;
    while (this.rounds < count && this.failures.length === 0) await delay(10);
  }

  /** Waits until the clients have ended their rounds. */
  async end(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.clients);
    this.agent.destroy();
  }

  private async run(client: number): Promise<void> {
    const connection = new RollingClient(this.instances, this.token, this.agent);
    try {
      for (let n = 0; !this.isOver; n++) {
        await writeRound((call) => this.call(connection, call), `${this.name}${client}-${n}`);
        this.rounds++;
      }
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }

  /** Returns the id in the response. */
  private async call(client: RollingClient, call: Call): Promise<number> {
    const { rows = [], more, ...request } = call;
    const acknowledge = rows.map((entry) => this.ledger.send(...entry));
    const outcome = await client.send(request);
    const { status, text } = outcome;
    if (typeof status !== 'number' || status < 200 || status > 299) {
      this.failures.push({ ...outcome, request: `${request.method} ${request.path}` });
      throw new Refused();
    }
    for (const done of acknowledge) done();
    const { id = NaN } = Object(JSON.parse(text)) as { id?: number };
    for (const entry of more?.(id) ?? []) this.ledger.send(...entry)();
    return id;
  }
}

class Refused extends Error {}
