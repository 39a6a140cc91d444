import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';

export interface WireRequest {
  method: string;
  /** With the query. */
  path: string;
  headers: Record<string, string>;
  body: Buffer | null;
}

export interface WireAnswer {
  status: number;
  headers: Headers;
  body: unknown;
}

const TIMEOUT_MS = 60_000;

/** Sends requests that `fetch` would change or refuse: raw paths, GET with a body, any headers. */
export class Wire {
  private readonly agent = new Agent({ keepAlive: true });

  constructor(private readonly url: string) {}

  send(request: WireRequest): Promise<WireAnswer> {
    return new Promise((resolve, reject) => {
      const { hostname, port } = new URL(this.url);
      const { method, path, headers, body } = request;
      const isChunked = 'transfer-encoding' in headers;
      const sent = httpRequest(
        {
          ...{ hostname, port, method, path, agent: this.agent, timeout: TIMEOUT_MS },
          headers: {
            ...headers,
            ...(body && !isChunked ? { 'content-length': String(body.length) } : {}),
          },
        },
        (answer) => {
          collect(answer, method === 'HEAD').then(resolve, reject);
        },
      );
      sent.on('timeout', () => sent.destroy(new Error(`No answer within ${TIMEOUT_MS} ms`)));
      sent.on('error', (error: NodeJS.ErrnoException) => {
        // Retry only this case: the service may close an idle connection while a request is on its way.
        const wasIdle = sent.reusedSocket && error.code === 'ECONNRESET';
        if (wasIdle) resolve(this.send(request));
        else reject(error);
      });
      sent.end(body ?? undefined);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}

async function collect(answer: IncomingMessage, isHead: boolean): Promise<WireAnswer> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers)) headers.set(name, String(value));
  const isText = headers.get('content-type')?.startsWith('text/') === true && !isHead;
  return { status: answer.statusCode ?? 0, headers, body: isText ? text : parse(text) };
}

/** Keep text that is not JSON: the contract check decides whether it is allowed. */
function parse(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
