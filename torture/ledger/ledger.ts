import type { Content, Row } from './row.js';

/** What a client learned about one request. */
export interface Outcome {
  /** `lost`: the connection broke or the client gave up. `unsent`: there was no connection. */
  status: number | 'lost' | 'unsent';
  /** `id` of the response. */
  id?: number | undefined;
  retryAfter?: boolean;
  ms: number;
  /** Why the connection was lost. */
  reason?: string;
}

interface Sent {
  method: string;
  path: string;
  key?: string;
}

const OUTCOME_UNKNOWN = 504;
/** The service promises a response within 15 s. The rest is for a busy machine. */
const LATEST_MS = 16_000;

/** The outcome of every request, and what the database may hold afterwards. */
export class Ledger {
  readonly rows = new Set<Row>();
  /** Promises of the service that a response broke. */
  readonly faults: string[] = [];
  private readonly counts = new Map<string, number>();
  /** Requests that got 504 or no response, and 2xx when the client repeated them with their key. */
  settled = 0;
  /** Keys of requests that got 504 or no response, and no 2xx since. */
  private readonly open = new Set<string>();

  /** @param isServer the database is a server: only then may a write get 504 */
  constructor(private readonly isServer: boolean) {}

  /** @param next content of the row if the request succeeds */
  record(row: Row, next: Content, sent: Sent, outcome: Outcome): void {
    this.rows.add(row);
    this.count(sent, outcome);
    const { status } = outcome;
    if (status === 'unsent') return;
    if (sent.key !== undefined) this.follow(sent.key, status);
    if (status === 'lost' || status === OUTCOME_UNKNOWN) row.possible.add(next);
    else if (isSuccess(status)) row.possible = new Set([next]);
    else if (status === 404 && row.possible.has(null)) row.possible = new Set([null]);
    else if (status !== 503 && !isStillRunning(sent, outcome)) this.fault(sent, outcome);
  }

  /** Counts a request, and checks what holds for every response. */
  count(sent: Sent, outcome: Outcome): void {
    const { status, ms } = outcome;
    const name = typeof status === 'number' && status < 300 ? '2xx' : String(status);
    this.counts.set(name, this.countOf(name) + 1);
    if (ms > LATEST_MS) this.fault(sent, outcome, `only after ${Math.round(ms)} ms`);
    const needsRetryAfter = status === 503 || status === OUTCOME_UNKNOWN;
    if (status === OUTCOME_UNKNOWN && (!this.isServer || sent.method === 'GET'))
      this.fault(sent, outcome, 'although the outcome is known');
    if (needsRetryAfter && !outcome.retryAfter) this.fault(sent, outcome, 'without Retry-After');
  }

  private follow(key: string, status: Outcome['status']): void {
    if (status === 'lost' || status === OUTCOME_UNKNOWN) this.open.add(key);
    else if (isSuccess(status) && this.open.delete(key)) this.settled++;
  }

  fault(sent: Sent, { status, reason }: Outcome, more = ''): void {
    const key = sent.key ? ' with a key' : '';
    const words = [`${sent.method} ${sent.path}${key}: ${status}`, reason, more];
    this.faults.push(words.filter(Boolean).join(' '));
  }

  countOf(name: string): number {
    return this.counts.get(name) ?? 0;
  }

  /** `1203 requests: 1100 2xx, 100 503, 3 lost; 2 open ones stored by a repetition` */
  summary(): string {
    const all = [...this.counts].sort(([a], [b]) => (a < b ? -1 : 1));
    const total = all.reduce((sum, [, count]) => sum + count, 0);
    const settled = this.settled > 0 ? `; ${this.settled} open ones stored by a repetition` : '';
    return `${total} requests: ${all.map(([name, count]) => `${count} ${name}`).join(', ')}${settled}`;
  }
}

export const isSuccess = (status: Outcome['status']): boolean =>
  typeof status === 'number' && status >= 200 && status < 300;

const isStillRunning = ({ key }: Sent, { status, retryAfter = false }: Outcome): boolean =>
  key !== undefined && status === 409 && retryAfter;
