export interface ForgeAnswer<Body> {
  status: number;
  headers: Headers;
  /** The parsed JSON, or the text of other content types. Undefined if the body is empty. */
  body: Body;
}

export type ForgeQuery = Record<string, string | number | boolean>;

/** HTTP client for one user of a forge. Paths are relative to `/api/v3`. Does not throw for error statuses. */
export class ForgeClient {
  constructor(
    private readonly api: string,
    private readonly headers: Readonly<Record<string, string>> = {},
  ) {}

  /** Returns a copy that also sends these headers. */
  with(headers: Record<string, string>): ForgeClient {
    return new ForgeClient(this.api, { ...this.headers, ...headers });
  }

  get<Body = unknown>(path: string, query: ForgeQuery = {}): Promise<ForgeAnswer<Body>> {
    const pairs = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) pairs.set(name, String(value));
    const text = pairs.toString();
    return this.send('GET', text === '' ? path : `${path}?${text}`);
  }

  post<Body = unknown>(path: string, body?: object): Promise<ForgeAnswer<Body>> {
    return this.send('POST', path, body);
  }

  put<Body = unknown>(path: string, body?: object): Promise<ForgeAnswer<Body>> {
    return this.send('PUT', path, body);
  }

  delete<Body = unknown>(path: string, body?: object): Promise<ForgeAnswer<Body>> {
    return this.send('DELETE', path, body);
  }

  private async send<Body>(
    method: string,
    path: string,
    body?: object,
  ): Promise<ForgeAnswer<Body>> {
    const response = await fetch(this.api + path, {
      method,
      headers: {
        ...this.headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      redirect: 'manual',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { status, headers } = response;
    return { status, headers, body: contentOf(await response.text(), headers) as Body };
  }
}

function contentOf(text: string, headers: Headers): unknown {
  if (text === '') return undefined;
  return headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
}
