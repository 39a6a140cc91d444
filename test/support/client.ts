import type { Contract } from './contract.js';

export interface Answer<Body = unknown> {
  status: number;
  headers: Headers;
  body: Body;
}

export interface RequestOptions {
  headers?: Record<string, string>;
  /** The content type of a body that is given as text or bytes. */
  type?: string;
}

type Query = Record<string, string | number | boolean>;
type RawBody = string | Uint8Array<ArrayBuffer> | FormData | URLSearchParams;
/** Sent as JSON, unless it has a form of its own already. */
type Body = RawBody | object;

/** Speaks the interface. No answer gets past it that the document does not allow. */
export class Client {
  constructor(
    private readonly api: string,
    private readonly contract: Contract,
    private readonly headers: Record<string, string> = {},
  ) {}

  as(token: string): Client {
    return this.with({ 'PRIVATE-TOKEN': token });
  }

  sudo(user: number | string): Client {
    return this.with({ Sudo: String(user) });
  }

  with(headers: Record<string, string>): Client {
    return new Client(this.api, this.contract, { ...this.headers, ...headers });
  }

  get<T = unknown>(path: string, query: Query = {}, options?: RequestOptions): Promise<Answer<T>> {
    const text = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) text.set(name, String(value));
    return this.send(
      'GET',
      text.size > 0 ? `${path}?${text.toString()}` : path,
      undefined,
      options,
    );
  }

  post<T = unknown>(path: string, body?: Body, options?: RequestOptions): Promise<Answer<T>> {
    return this.send('POST', path, body, options);
  }

  put<T = unknown>(path: string, body?: Body, options?: RequestOptions): Promise<Answer<T>> {
    return this.send('PUT', path, body, options);
  }

  delete<T = unknown>(path: string, body?: Body, options?: RequestOptions): Promise<Answer<T>> {
    return this.send('DELETE', path, body, options);
  }

  /** `path` below /api/v3, or a whole URL such as one of a Link header. */
  async send<T = unknown>(
    method: string,
    path: string,
    body?: Body,
    { headers = {}, type }: RequestOptions = {},
  ): Promise<Answer<T>> {
    const url = /^https?:/.test(path) ? path : this.api + path;
    const isJson = body !== undefined && !isRaw(body);
    const contentType = type ?? (isJson ? 'application/json' : undefined);
    const response = await fetch(url, {
      method,
      headers: {
        ...this.headers,
        ...(contentType === undefined ? {} : { 'Content-Type': contentType }),
        ...headers,
      },
      body: isJson ? JSON.stringify(body) : body,
      redirect: 'manual',
    });
    const answer = {
      status: response.status,
      headers: response.headers,
      body: parse(await response.text()),
    };
    this.contract.check({ method, path: new URL(url).pathname, ...answer });
    return answer as Answer<T>;
  }
}

function isRaw(body: Body): body is RawBody {
  return (
    typeof body === 'string' ||
    [Uint8Array, FormData, URLSearchParams].some((type) => body instanceof type)
  );
}

/** Text that is no JSON stays text: the contract says whether that is allowed. */
function parse(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
