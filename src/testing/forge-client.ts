export interface ForgeAnswer<Body> {
  status: number;
  headers: Headers;
  /** The parsed JSON, or the text of other content types. Undefined if the body is empty. */
  body: Body;
}

export type ForgeQuery = Record<string, string | number | boolean>;

/** A body that is sent as it is. Any other object is sent as JSON. */
export type RawBody = string | Uint8Array<ArrayBuffer> | FormData | URLSearchParams;

/**
 * HTTP client for one user of a forge. Paths are relative to `/api/v3`; a whole URL, such as one of a `Link` header,
 * is used as it is. Does not throw for error statuses.
 */
export class ForgeClient {
  constructor(
    protected readonly api: string,
    protected readonly headers: Readonly<Record<string, string>> = {},
  ) {}

  /** Returns a copy that also sends these headers. */
  with(headers: Record<string, string>): ForgeClient {
    return new ForgeClient(this.api, { ...this.headers, ...headers });
  }

  /**
   * Sends a GET.
   *
   * @param path below `/api/v3`, such as `/users`, or a whole URL
   * @param query parameters, such as `{ per_page: 1 }`
   * @throws TypeError no response arrives; never for a status
   * @example
   * const { status, body } = await forge.as(ada).get<{ body: string }[]>(`${issue.at}/notes`);
   */
  get<Body = unknown>(path: string, query: ForgeQuery = {}): Promise<ForgeAnswer<Body>> {
    const pairs = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) pairs.set(name, String(value));
    const text = pairs.toString();
    return this.send('GET', text === '' ? path : `${path}?${text}`);
  }

  /**
   * Sends a POST.
   *
   * @param path below `/api/v3`, such as `/users`, or a whole URL
   * @param body an object is sent as JSON; text, bytes, `FormData` and `URLSearchParams` as they are
   * @throws TypeError no response arrives; never for a status
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
    });
    const { status, headers } = response;
    return { status, headers, body: contentOf(await response.text(), headers) as Body };
  }

  protected urlOf(path: string): string {
    return /^https?:/.test(path) ? path : this.api + path;
  }
}

function isRaw(body: RawBody | object): body is RawBody {
  return (
    typeof body === 'string' ||
    [Uint8Array, FormData, URLSearchParams].some((type) => body instanceof type)
  );
}

function contentOf(text: string, headers: Headers): unknown {
  if (text === '') return undefined;
  return /^application\/json\b/.test(headers.get('content-type') ?? '') ? JSON.parse(text) : text;
}
