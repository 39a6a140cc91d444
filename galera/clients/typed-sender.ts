import { ADMIN } from '../../bench/seed.js';
import { createClient, type ForgenoteClient } from '../../client/client.js';
import type { HttpRequest, Sender } from '../../torture/clients/http-client.js';
import { isSuccess, type Outcome } from '../../torture/ledger/ledger.js';
import { isAway } from './failover-client.js';
import type { Observer } from './observer.js';

/** Sends every POST with the typed client, which gives it a key and repeats it. `rest` sends the other requests. */
export class TypedSender implements Sender {
  private readonly client: ForgenoteClient;
  /** When the last attempt of the typed client began. */
  private attempt = 0;

  constructor(
    private readonly origins: readonly string[],
    private turn: number,
    private readonly rest: Sender,
    private readonly observer: Observer,
  ) {
    this.client = createClient({
      baseUrl: this.origin,
      token: ADMIN.token,
      fetch: (request) => this.fetch(request),
    });
  }

  async send(request: HttpRequest): Promise<Outcome> {
    if (request.method !== 'POST') return this.rest.send(request);
    const { path, body, key } = request;
    const headers: Record<string, string> = key ? { 'Idempotency-Key': key } : {};
    // The paths of the players are whole: they have no parameters that a type could describe.
    const post = this.client.POST as unknown as Post;
    try {
      const { response, data } = await post(`/api/v3${path}`, { body, headers });
      const { status } = response;
      const id = data?.id;
      if (isSuccess(status)) {
        this.observer.confirmed.push(performance.now());
        await this.observer.readOwnWrite(request, id, this.origin);
      }
      return { status, id, retryAfter: response.headers.has('retry-after'), ms: this.ms };
    } catch (error) {
      return { status: 'lost', ms: this.ms, reason: String(error) };
    }
  }

  private get ms(): number {
    return performance.now() - this.attempt;
  }

  private get origin(): string {
    return this.origins[this.turn % this.origins.length] ?? '';
  }

  /** Each attempt may go to another service, as behind a load balancer. */
  private async fetch(request: Request): Promise<Response> {
    this.attempt = performance.now();
    const { pathname, search } = new URL(request.url);
    const { method, headers } = request;
    const body = await request.text();
    try {
      const response = await fetch(`${this.origin}${pathname}${search}`, { method, headers, body });
      if (isAway(response.status)) this.turn++;
      return response;
    } catch (error) {
      this.turn++;
      throw error;
    }
  }
}

type Post = (
  path: string,
  init: { body: unknown; headers: Record<string, string> },
) => Promise<{ response: Response; data?: { id?: number } }>;
