import { EventEmitter, once } from 'node:events';
import { isUtf8 } from 'node:buffer';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BadInput, requireInteger } from './bad-input.js';
import { realTime } from './forge-clock.js';
import type { RecordedRequest, RequestFilter, Wait } from './protocol.js';
import { compilePattern, shortPath, type Target } from './request-pattern.js';

const MAX_REQUESTS = 1_000;
const MAX_BODY_BYTES = 65_536;
/** Below the time limit that test runners have for a test, so that the test shows the message. */
const DEFAULT_TIMEOUT_MS = 4_000;
const MAX_TIMEOUT_MS = 600_000;
/** How many requests the message of a timeout lists. */
const MAX_LISTED = 10;

/** A request, with what only the recorder needs of it. */
export interface Recording {
  record: RecordedRequest;
  target: Target;
  /** The body of the response as it was sent. JSON is parsed when it is read. */
  sent?: { text: string; isJson: boolean };
  hasEnded: boolean;
  /** `waitForRequest` has returned it. */
  isTaken: boolean;
}

/** The last requests that one forge got, and their responses. */
export class Recorder {
  private recordings: Recording[] = [];
  private readonly ends = new EventEmitter().setMaxListeners(0);
  /** Of the calls that wait for a request: each ends one. */
  private readonly waiting = new Set<AbortController>();
  private isClosed = false;

  /** The bodies and the response are added when they are known. */
  begin(request: FastifyRequest, target: Target): Recording {
    // Not in the parameters: the published types would need the type of `sentType`, which the service adds to Fastify.
    const { headers, sentType, query } = request;
    const record: RecordedRequest = {
      time: realTime(),
      method: target.method,
      path: shortPath(target.path),
      query: { ...(query as RecordedRequest['query']) },
      // The body parser of the service replaces the type.
      headers: textsOf({ ...headers, 'content-type': sentType }),
      status: null,
      response: null,
    };
    const recording = { record, target, hasEnded: false, isTaken: false };
    if (this.recordings.length === MAX_REQUESTS) this.recordings.shift();
    this.recordings.push(recording);
    return recording;
  }

  /** Adds a parsed body, unless it is large. */
  addBody({ record }: Recording, { body }: FastifyRequest): void {
    if (body !== undefined && JSON.stringify(body).length <= MAX_BODY_BYTES) record.body = body;
  }

  /** Adds the response that is about to be sent. Bodies that are large or not text are left out. */
  addResponse(recording: Recording, reply: FastifyReply, payload: unknown): void {
    const { record } = recording;
    const status = reply.statusCode;
    record.status = status;
    record.response = { status, time: realTime() };
    const text = record.method === 'HEAD' ? '' : textOf(payload);
    const isJson = /^application\/json\b/.test(String(reply.getHeader('content-type')));
    if (text !== '') recording.sent = { text, isJson };
  }

  /** The response was sent, or its client has disconnected. */
  end(recording: Recording): void {
    recording.hasEnded = true;
    this.ends.emit('end');
  }

  /** @throws BadInput the pattern is wrong */
  all({ on }: RequestFilter = {}): RecordedRequest[] {
    const matches = on === undefined ? () => true : compilePattern(on);
    return this.recordings.filter(({ target }) => matches(target)).map(shown);
  }

  /**
   * The first matching request whose response was sent and that no earlier call has returned. Waits for it.
   *
   * @throws BadInput there is none in time, or the pattern is wrong
   */
  async next({ on, timeout = DEFAULT_TIMEOUT_MS }: Wait): Promise<RecordedRequest> {
    const matches = compilePattern(on);
    const find = () =>
      this.recordings.find((one) => one.hasEnded && !one.isTaken && matches(one.target));
    const waiting = this.wait(requireInteger('timeout', timeout, 0, MAX_TIMEOUT_MS));
    let found = find();
    while (!found) {
      await once(this.ends, 'end', { signal: waiting.signal }).catch(() => {
        if (this.isClosed) throw new BadInput('The forge was closed.');
        throw new BadInput(`No ${on} was answered within ${timeout} ms. ${this.summary()}`);
      });
      found = find();
    }
    waiting.abort();
    found.isTaken = true;
    return shown(found);
  }

  /** Aborts after this time, or when the forge is closed. */
  private wait(ms: number): AbortController {
    const waiting = new AbortController();
    const { signal } = waiting;
    this.waiting.add(waiting);
    void delay(ms, undefined, { signal, ref: false })
      .catch(() => undefined)
      .then(() => {
        this.waiting.delete(waiting);
        waiting.abort();
      });
    return waiting;
  }

  clear(): void {
    this.recordings = [];
  }

  /** Ends all calls that wait. */
  close(): void {
    this.isClosed = true;
    for (const waiting of this.waiting) waiting.abort();
  }

  private summary(): string {
    if (this.recordings.length === 0) return 'The forge got no requests.';
    const last = this.recordings.slice(-MAX_LISTED).map(({ record, hasEnded }) => {
      const { method, path, status } = record;
      return `${method} ${path} (${hasEnded ? (status ?? 'disconnected') : 'not answered yet'})`;
    });
    return `The last requests: ${last.join(', ')}.`;
  }
}

/** Empty for what is large or not text. */
function textOf(payload: unknown): string {
  const isText = typeof payload === 'string' || (Buffer.isBuffer(payload) && isUtf8(payload));
  return isText && Buffer.byteLength(payload) <= MAX_BODY_BYTES ? String(payload) : '';
}

/** A copy for the test. */
function shown({ record, sent }: Recording): RecordedRequest {
  const copy = structuredClone(record);
  if (copy.response && sent) copy.response.body = sent.isJson ? parsed(sent.text) : sent.text;
  return copy;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A test can let the forge send anything as JSON.
    return text;
  }
}

const textsOf = (values: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  );
