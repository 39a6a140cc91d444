import { Pool } from 'undici';

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  /** The parsed JSON; undefined if the response is none. */
  body: unknown;
}

export interface Attack {
  method: string;
  /** As it is sent, encoded, from the root: `/api/v3/users`. */
  path: string;
  headers?: Record<string, string>;
  /** An object is sent as JSON. Text and bytes are sent as they are. */
  body?: object | string | Buffer | undefined;
}

const CONNECTIONS = 64;
/** Above the 15 s within which the service promises a response. */
const PATIENCE_MS = 20_000;
/** Status of a request without a response. */
const LOST = 0;

/** Sends requests with one private token, or none. It follows no redirects and repeats nothing. */
export class Caller {
  private constructor(
    private readonly pool: Pool,
    private readonly extra: Record<string, string>,
  ) {}

  static connect(origin: string): Caller {
    const times = { headersTimeout: PATIENCE_MS, bodyTimeout: PATIENCE_MS };
    return new Caller(new Pool(origin, { ...times, connections: CONNECTIONS, pipelining: 1 }), {});
  }

  as(token: string): Caller {
    return this.with({ 'private-token': token });
  }

  with(headers: Record<string, string>): Caller {
    return new Caller(this.pool, { ...this.extra, ...headers });
  }

  get(path: string): Promise<Answer> {
    return this.send({ method: 'GET', path: `/api/v3${path}` });
  }

  post(path: string, body?: object): Promise<Answer> {
    return this.send({ method: 'POST', path: `/api/v3${path}`, body });
  }

  put(path: string, body?: object): Promise<Answer> {
    return this.send({ method: 'PUT', path: `/api/v3${path}`, body });
  }

  delete(path: string): Promise<Answer> {
    return this.send({ method: 'DELETE', path: `/api/v3${path}` });
  }

  async send({ method, path, headers = {}, body }: Attack): Promise<Answer> {
    const isObject = typeof body === 'object' && !Buffer.isBuffer(body);
    try {
      const response = await this.pool.request({
        method,
        path,
        headers: {
          ...(isObject ? { 'content-type': 'application/json' } : {}),
          ...this.extra,
          ...headers,
        },
        body: isObject ? JSON.stringify(body) : (body ?? null),
        idempotent: false,
      });
      const text = await response.body.text();
      return {
        ...{ status: response.statusCode, headers: response.headers, text },
        body: parse(text),
      };
    } catch (error) {
      return { status: LOST, headers: {}, text: String(error), body: undefined };
    }
  }

  close(): Promise<void> {
    return this.pool.destroy();
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The id in a response. @throws Error if there is none, as the attack needs what it created */
export function idOf({ status, body, text }: Answer): number {
  const { id } = (body ?? {}) as { id?: unknown };
  if (status !== 201 || typeof id !== 'number') throw new Error(`No id in ${status} ${text}`);
  return id;
}
