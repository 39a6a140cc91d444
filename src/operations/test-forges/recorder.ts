import type { FastifyRequest } from 'fastify';
import type { RecordedRequest } from './protocol.js';
import { shortPath, type Target } from './request-pattern.js';

const MAX_REQUESTS = 1_000;
const MAX_BODY_BYTES = 65_536;

/** The last requests that one forge got. */
export class Recorder {
  private requests: RecordedRequest[] = [];

  /** The body and the status are added when they are known. */
  begin(request: FastifyRequest, { method, path }: Target): RecordedRequest {
    // Not in the parameters: the published types would need the type of `sentType`, which the service adds to Fastify.
    const { headers, sentType, query } = request;
    const record: RecordedRequest = {
      method,
      path: shortPath(path),
      query: { ...(query as RecordedRequest['query']) },
      // The body parser of the service replaces the type.
      headers: textsOf({ ...headers, 'content-type': sentType }),
      status: null,
    };
    if (this.requests.length === MAX_REQUESTS) this.requests.shift();
    this.requests.push(record);
    return record;
  }

  /** Adds a parsed body, unless it is large. */
  addBody(record: RecordedRequest, { body }: FastifyRequest): void {
    if (body !== undefined && JSON.stringify(body).length <= MAX_BODY_BYTES) record.body = body;
  }

  all(): RecordedRequest[] {
    return structuredClone(this.requests);
  }

  clear(): void {
    this.requests = [];
  }
}

const textsOf = (values: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  );
