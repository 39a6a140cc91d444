import { STATUS_CODES, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { BadInput, requireInteger } from './bad-input.js';
import type { Delay, Failure } from './protocol.js';
import { compilePattern, type Target } from './request-pattern.js';

/** Below the time after which the service itself responds with 503. */
const MAX_DELAY_MS = 10_000;
const RETRY_LATER = [429, 503, 504];

interface Fault<Effect> {
  matches: (target: Target) => boolean;
  left: number;
  effect: Effect;
}

/** The response of a failure. Null: the connection is closed. */
export type FailureResponse = {
  status: number;
  body: unknown;
  headers: Record<string, string>;
} | null;

/** A failure that applies to a request. */
interface Effect {
  response: FailureResponse;
  after: boolean;
}

/** The faults of one forge. Of several failures that match a request, the first that was set applies. */
export class Faults {
  private failures: Fault<Effect>[] = [];
  private delays: Fault<number>[] = [];
  /** Of the requests that wait for a delay: each aborts one. */
  private readonly waiting = new Set<AbortController>();

  /** @throws BadInput */
  fail(failure: Failure): void {
    this.failures.push({
      ...faultOf(failure),
      effect: { response: responseOf(failure), after: failure.after ?? false },
    });
  }

  /** @throws BadInput */
  delay(given: Delay): void {
    const effect = requireInteger('ms', given.ms, 0, MAX_DELAY_MS);
    this.delays.push({ ...faultOf(given), effect });
  }

  /** Takes the failure that applies to a request. */
  takeFailure(target: Target): Effect | undefined {
    return take(this.failures, target);
  }

  /**
   * Waits for as long as a delay says. Returns false if the request must not run: its client has disconnected, or rows
   * are replaced and it would wait, or `endDelays` was called.
   */
  async wait(target: Target, response: ServerResponse, isReplacing: boolean): Promise<boolean> {
    const ms = take(this.delays, target);
    if (ms === undefined) return true;
    if (isReplacing) return false;
    const waiting = new AbortController();
    const end = () => {
      waiting.abort();
    };
    this.waiting.add(waiting);
    response.once('close', end);
    if (response.destroyed) end();
    await delay(ms, undefined, { signal: waiting.signal, ref: false }).catch(() => undefined);
    response.off('close', end);
    this.waiting.delete(waiting);
    return !waiting.signal.aborted;
  }

  /** Ends the requests that wait for a delay: they do not run. */
  endDelays(): void {
    for (const waiting of this.waiting) waiting.abort();
  }

  /** Removes all faults. Requests that wait for a delay go on waiting. */
  clear(): void {
    this.failures = [];
    this.delays = [];
  }
}

const faultOf = ({ on, times = 1 }: { on: string; times?: number }) => ({
  matches: compilePattern(on),
  left: requireInteger('times', times, 1, 1_000_000),
});

function take<Value>(faults: Fault<Value>[], target: Target): Value | undefined {
  const fault = faults.find(({ left, matches }) => left > 0 && matches(target));
  if (fault) fault.left--;
  return fault?.effect;
}

function responseOf({ status, disconnect, body, headers = {} }: Failure): FailureResponse {
  if ((disconnect ?? false) === (status !== undefined))
    throw new BadInput('fail needs either status or disconnect: true.');
  if (status === undefined) {
    if (body !== undefined || Object.keys(headers).length > 0)
      throw new BadInput('disconnect sends no response: leave out body and headers.');
    return null;
  }
  requireInteger('status', status, 400, 599);
  return {
    status,
    body: body === undefined ? { message: `${status} ${STATUS_CODES[status] ?? 'Error'}` } : body,
    headers: { ...(RETRY_LATER.includes(status) ? { 'retry-after': '0' } : {}), ...headers },
  };
}
