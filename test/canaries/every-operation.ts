import type { OpenApiDocument, OpenApiOperation } from '../../src/http/openapi/document-types.js';
import type { Canaries } from './canaries.js';

/** What a request can contain of secrets. */
export interface Secrets {
  token: string;
  wrongToken: string;
  password: string;
  /** The service has no cookies. Proxies and other programs on its host may have some. */
  cookie: string;
  /** A text such as the body of a note. It may be in responses, but in no log line. */
  content: string;
}

interface Target {
  method: string;
  path: string;
  operation: OpenApiOperation;
}

const ORDER = ['get', 'post', 'put', 'delete'];

/** All operations but those that replace tokens, which would make later requests anonymous. Deletions are last. */
export const targetsOf = (document: OpenApiDocument): Target[] =>
  Object.entries(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
    )
    .filter(({ path }) => !path.endsWith('/private_token/reset'))
    .sort((a, b) => ORDER.indexOf(a.method) - ORDER.indexOf(b.method));

/** The one field that shows a private token, in the responses that have it by design. */
const TOKEN_FIELD = /"private_token":"[^"]*",?/;
const SHOWS_TOKEN =
  /^(POST \/api\/v3\/session|POST .*\/private_token\/reset|GET \/api\/v3\/user\?sudo=)/;

/** Sends requests with secrets in every place, and keeps what comes back. Returns the statuses. */
export class EveryOperation {
  readonly statuses = new Map<number, number>();

  constructor(
    private readonly url: string,
    private readonly document: OpenApiDocument,
    private readonly canaries: Canaries,
    private readonly secrets: Secrets,
  ) {}

  /** Every way to give a token, valid and broken bodies, right and wrong types. */
  async everyWay(target: Target): Promise<void> {
    const { token, wrongToken, password, cookie, content } = this.secrets;
    const { method } = target;
    const path = target.path.replace('{username}', 'root').replace(/\{\w+\}/g, '1');
    const json = { 'Content-Type': 'application/json' };
    const header = { 'PRIVATE-TOKEN': token };
    const body = this.bodyOf(target.operation);
    const send = (query: string, headers: Record<string, string>, content?: string) =>
      this.send(method, path + query, headers, content);
    await send('', { ...header, ...json }, JSON.stringify(body));
    await send(`?private_token=${token}`, {});
    await send(`?access_token=${token}`, { Authorization: `Bearer ${wrongToken}` });
    await send(`?private_token=${wrongToken}`, { Cookie: `session=${cookie}; _id=${cookie}` });
    await send('', { ...header, Cookie: `session=${cookie}` });
    await send('', { 'PRIVATE-TOKEN': wrongToken, Sudo: '1' });
    await send(`?sudo=1&per_page=x`, { Authorization: `Bearer ${token}` });
    await send(`?a=%zz&private_token=${token}`, {});
    await send(`?cursor=${content}&pagination=keyset&search=${content}`, header);
    if (method === 'get') return;
    await send(`?private_token=${token}&password=${password}`, {}, '');
    const form = new URLSearchParams({ ...this.textsOf(body), private_token: token });
    await send('', { 'Content-Type': 'application/x-www-form-urlencoded' }, form.toString());
    await send(
      '',
      { ...header, ...json },
      `{"password": "${password}", "private_token": "${token}`,
    );
    const wrong = Object.fromEntries(Object.keys(body).map((name) => [name, [password]]));
    await send('', { ...header, ...json, 'Idempotency-Key': content }, JSON.stringify(wrong));
    await send('', { ...header, 'Content-Type': `text/${password}` }, password);
  }

  /** Once, by the administrator. */
  async once({ method, path, operation }: Target): Promise<void> {
    const headers = { 'PRIVATE-TOKEN': this.secrets.token, 'Content-Type': 'application/json' };
    const at = path.replace('{username}', 'root').replace(/\{\w+\}/g, '1');
    await this.send(method, at, headers, JSON.stringify(this.bodyOf(operation)));
  }

  async send(
    method: string,
    path: string,
    headers: Record<string, string> = {},
    content?: string,
  ): Promise<{ status: number; text: string }> {
    const response = await fetch(this.url + path, {
      method: method.toUpperCase(),
      headers,
      redirect: 'manual',
      ...(method.toLowerCase() === 'get' || content === undefined ? {} : { body: content }),
    });
    const { status } = response;
    const text = await response.text();
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    const request = `${method.toUpperCase()} ${path.replace(/\?(?!sudo=).*/, '')}`;
    const shown = SHOWS_TOKEN.test(request) ? text.replace(TOKEN_FIELD, '') : text;
    const lines = [...response.headers].map(([name, value]) => `${name}: ${value}`);
    this.canaries.watch(`response ${status} of ${request}`, [...lines, shown].join('\n'));
    return { status, text };
  }

  /** The example of the document, with secrets in it. */
  private bodyOf({ requestBody }: OpenApiOperation): Record<string, unknown> {
    const text = JSON.stringify(requestBody ?? {});
    const name = /"#\/components\/examples\/(\w+)"/.exec(text)?.[1];
    const example = (name ? this.document.components.examples?.[name] : undefined) as
      { value?: Record<string, unknown> } | undefined;
    const body = { ...example?.value };
    const { password, content } = this.secrets;
    if ('password' in body) body['password'] = password;
    for (const field of ['body', 'code', 'title', 'description', 'bio'])
      if (field in body) body[field] = content;
    return body;
  }

  private textsOf(body: Record<string, unknown>): Record<string, string> {
    const simple = Object.entries(body).filter(([, value]) => typeof value !== 'object');
    return Object.fromEntries(simple.map(([name, value]) => [name, String(value)]));
  }
}
