import { BadInput } from '../../operations/test-forges/bad-input.js';
import { INSPECT } from './inspect.js';

/** As it is when the kit is loaded: tests replace the global one to test their own code. */
const { fetch } = globalThis;

export interface ForgeAnswer<Body> {
  status: number;
  headers: Headers;
  /** The parsed JSON, or the text of other bodies. Undefined if the body is empty. */
  body: Body;
}

/** Parameters that are undefined are not sent. */
export type ForgeQuery = Record<string, string | number | boolean | undefined>;

/** A body that is sent as it is. Any other object is sent as JSON. */
export type RawBody = string | Uint8Array<ArrayBuffer> | FormData | URLSearchParams;

/**
 * HTTP client for one user of a forge. Paths are relative to `/api/v3`; a whole URL, such as one of a `Link` header,
 * is used as it is. Does not throw for error statuses. A test that replaces the global `fetch` does not change it.
 */
export class ForgeClient {
  constructor(
    protected readonly api: string,
    protected readonly headers: Readonly<Record<string, string>> = {},
  ) {}

  /**
   * Returns a copy that also sends these headers.
   *
   * @param headers by name, such as `{ 'idempotency-key': 'one' }`
   */
  with(headers: Record<string, string>): ForgeClient {
    return new ForgeClient(this.api, { ...this.headers, ...headers });
  }

  /**
   * Sends a GET.
   *
   * @param path below `/api/v3`, such as `/users`, or a whole URL
   * @param query parameters, such as `{ per_page: 1 }`, which are added to those of the path
   * @throws TypeError no response arrives; never for a status
   * @throws Error the path does not begin with `/`
   * @example
   * const { status, body } = await forge.as(ada).get<{ body: string }[]>(`${issue.at}/notes`);
   */
  get<Body = unknown>(path: string, query: ForgeQuery = {}): Promise<ForgeAnswer<Body>> {
    return this.send('GET', withQuery(path, query));
  }

  /**
   * Sends a POST.
   *
   * @param path below `/api/v3`, such as `/users`, or a whole URL
   * @param body an object is sent as JSON; text, bytes, `FormData` and `URLSearchParams` as they are
   * @throws TypeError no response arrives; never for a status
   * @throws Error the path does not begin with `/`
   */
  post<Body = unknown>(path: string, body?: RawBody | object): Promise<ForgeAnswer<Body>> {
    return this.send('POST', path, body);
  }

  /**
   * Sends a PUT.
   *
   * @param path below `/api/v3`, such as `/users`, or a whole URL
   * @param body an object is sent as JSON; text, bytes, `FormData` and `URLSearchParams` as they are
   * @throws TypeError no response arrives; never for a status
   * @throws Error the path does not begin with `/`
   */
  put<Body = unknown>(path: string, body?: RawBody | object): Promise<ForgeAnswer<Body>> {
    return this.send('PUT', path, body);
  }

  /**
   * Sends a DELETE.
   *
   * @param path below `/api/v3`, such as `/users`, or a whole URL
   * @param body an object is sent as JSON; text, bytes, `FormData` and `URLSearchParams` as they are
   * @throws TypeError no response arrives; never for a status
   * @throws Error the path does not begin with `/`
   */
  delete<Body = unknown>(path: string, body?: RawBody | object): Promise<ForgeAnswer<Body>> {
    return this.send('DELETE', path, body);
  }

  /**
   * Sends a request with any method.
   *
   * @param method in upper case, such as `PATCH`
   * @param path below `/api/v3`, such as `/users`, or a whole URL
   * @param body an object is sent as JSON; text, bytes, `FormData` and `URLSearchParams` as they are
   * @returns the response, also if it is a redirect
   * @throws TypeError no response arrives; never for a status
   * @throws Error the path does not begin with `/`
   */
  async send<Body = unknown>(
    method: string,
    path: string,
    body?: RawBody | object,
  ): Promise<ForgeAnswer<Body>> {
    const json = body !== undefined && !isRaw(body);
    const response = await fetch(this.urlOf(path), {
      method,
      headers: { ...(json ? { 'Content-Type': 'application/json' } : {}), ...this.headers },
      redirect: 'manual',
      ...(body === undefined ? {} : { body: json ? JSON.stringify(body) : body }),
    }).catch((cause: unknown) => {
      throw new TypeError(`No response to ${method} ${path}. Is the forge closed?`, { cause });
    });
    const { status, headers } = response;
    return { status, headers, body: contentOf(await response.text(), headers) as Body };
  }

  /** Without the token. */
  [INSPECT](): string {
    return `ForgeClient ${this.api}`;
  }

  protected urlOf(path: string): string {
    if (/^https?:/.test(path)) return path;
    if (!/^\//.test(path))
      throw new BadInput(`A path begins with /, such as /users, unlike ${JSON.stringify(path)}.`);
    return this.api + path;
  }
}

function withQuery(path: string, query: ForgeQuery): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) pairs.set(name, String(value));
  return pairs.size === 0 ? path : `${path}${/\?/.test(path) ? '&' : '?'}${pairs.toString()}`;
}

function isRaw(body: RawBody | object): body is RawBody {
  return (
    typeof body === 'string' ||
    [Uint8Array, FormData, URLSearchParams].some((type) => body instanceof type)
  );
}

function contentOf(text: string, headers: Headers): unknown {
  if (text === '') return undefined;
  if (!/^application\/json\b/.test(headers.get('content-type') ?? '')) return text;
  try {
    return JSON.parse(text);
  } catch {
    // A test can let the forge send anything as JSON.
    return text;
  }
}
