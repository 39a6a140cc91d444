import { Client } from 'undici';
import { ADMIN } from '../../bench/seed.js';
import type { Outcome } from '../ledger/ledger.js';

export interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: Record<string, string>;
  key?: string | undefined;
}

/** Sends a request once, and says what came of it. */
export interface Sender {
  send(request: HttpRequest): Promise<Outcome>;
}

/** Above the 15 s within which the service promises a response. */
const PATIENCE_MS = 20_000;

/** One connection to the service. It connects again after it was lost, and never repeats a request by itself. */
export class HttpClient implements Sender {
  private readonly client: Client;

  constructor(origin: string) {
    const times = { headersTimeout: PATIENCE_MS, bodyTimeout: PATIENCE_MS };
    this.client = new Client(origin, { ...times, keepAliveTimeout: 60_000, pipelining: 1 });
  }

  async send({ method, path, body, key }: HttpRequest): Promise<Outcome> {
    const start = performance.now();
    const ms = () => performance.now() - start;
    try {
      const response = await this.client.request({
        method,
        path: `/api/v3${path}`,
        headers: {
          'private-token': ADMIN.token,
          ...(body && { 'content-type': 'application/json' }),
          ...(key && { 'idempotency-key': key }),
        },
        body: body ? JSON.stringify(body) : null,
        // Without it undici sends a PUT or DELETE again when the connection breaks.
        idempotent: false,
      });
      const id = idOf(await response.body.text());
      const retryAfter = 'retry-after' in response.headers;
      return { status: response.statusCode, id, retryAfter, ms: ms() };
    } catch (error) {
      const { code = '', message } = error as NodeJS.ErrnoException;
      const status = code === 'ECONNREFUSED' ? 'unsent' : 'lost';
      return { status, ms: ms(), reason: `${code} ${message}` };
    }
  }

  close(): Promise<void> {
    return this.client.destroy();
  }
}

/** Undefined if the response is not an object with an id. */
function idOf(text: string): number | undefined {
  try {
    const body = JSON.parse(text) as { id?: number } | null;
    return body?.id;
  } catch {
    return undefined;
  }
}
