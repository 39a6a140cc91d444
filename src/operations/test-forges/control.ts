import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { explain, CannotStart } from '../../base/config/cannot-start.js';
import { runAction } from './actions.js';
import { BadInput } from './bad-input.js';
import type { EphemeralForge } from './ephemeral-forge.js';
import type { ForgeOptions } from './forge-settings.js';
import type { Actions, Description } from './protocol.js';

type Open = (settings: ForgeOptions) => Promise<EphemeralForge>;

/**
 * The private listener of `serve --ephemeral`. Its path contains a random token: other users of the machine cannot call
 * it. Starts, changes and closes forges. Errors are `{"message": sentence}` with 400, 404, 405 or 500.
 */
export class Control {
  private readonly forges = new Map<number, EphemeralForge>();
  private count = 0;
  private readonly path = `/${randomBytes(18).toString('base64url')}/forges`;
  private readonly server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    this.answer(request, response).catch((error: unknown) => {
      refuse(response, error);
    });
  });
  /** `POST` starts a forge, `DELETE` ends the process. */
  url = '';

  /** @param end ends the process */
  constructor(
    private readonly open: Open,
    private readonly end: () => void,
  ) {}

  async listen(): Promise<void> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${this.path}`;
  }

  /** Starts a forge. */
  async start(settings: ForgeOptions): Promise<Description<EphemeralForge['root']>> {
    return (await this.add(settings)).description;
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.forges.values()].map((forge) => forge.close()));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Not with URL: it throws for some targets, such as `//`.
    const [pathname = '', query] = (request.url ?? '').split('?', 2);
    if (pathname !== this.path && !pathname.startsWith(`${this.path}/`)) throw new NotThere();
    const [, id, action] = /^\/(\d+)(?:\/(.+))?$/.exec(pathname.slice(this.path.length)) ?? [];
    if (id === undefined) {
      if (pathname !== this.path) throw new NotThere();
      requireMethod(request, ['POST', 'DELETE']);
      const input = await readJson(request);
      if (request.method === 'DELETE') {
        send(response, 200, null);
        this.end();
      } else if (new URLSearchParams(query).has('lease')) {
        await this.lease(input, response);
      } else {
        send(response, 201, await this.start(input));
      }
      return;
    }
    const forge = this.forges.get(Number(id));
    if (!forge) throw new NotThere();
    requireMethod(request, [action === undefined ? 'DELETE' : 'POST']);
    if (action === undefined) {
      await this.close(Number(id));
      send(response, 200, null);
    } else {
      const input = await readJson(request);
      send(response, 200, await runAction(forge, action as keyof Actions, input as never));
    }
  }

  private async add(settings: ForgeOptions) {
    const forge = await this.open(settings);
    const id = ++this.count;
    this.forges.set(id, forge);
    const { url, api, root } = forge;
    return { id, description: { url, api, root, control: `${this.url}/${id}` } };
  }

  /** The response has one line and does not end: when its connection closes, so does the forge. */
  private async lease(settings: ForgeOptions, response: ServerResponse): Promise<void> {
    const { id, description } = await this.add(settings);
    const close = () => void this.close(id).catch(() => undefined);
    if (response.destroyed) {
      close();
      return;
    }
    response.once('close', close);
    response.writeHead(201, { 'content-type': 'application/json' });
    response.write(`${JSON.stringify(description)}\n`);
  }

  private async close(id: number): Promise<void> {
    const forge = this.forges.get(id);
    this.forges.delete(id);
    await forge?.close();
  }
}

class NotThere extends Error {}

class WrongMethod extends Error {
  constructor(
    method: string,
    readonly allowed: readonly string[],
  ) {
    super(`This path has no ${method}: use ${allowed.join(' or ')}.`);
  }
}

/** @throws WrongMethod */
function requireMethod({ method = '' }: IncomingMessage, allowed: readonly string[]): void {
  if (!allowed.includes(method)) throw new WrongMethod(method, allowed);
}

function refuse(response: ServerResponse, error: unknown): void {
  if (error instanceof NotThere)
    send(response, 404, { message: 'There is no such forge: it was closed, or never started.' });
  else if (error instanceof WrongMethod)
    send(response, 405, { message: error.message }, { allow: error.allowed.join(', ') });
  else if (error instanceof BadInput || error instanceof CannotStart)
    send(response, 400, { message: error.message });
  else send(response, 500, { message: explain(error) });
}

function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

/** @throws BadInput the body is not a JSON object. Without a body it is empty. */
async function readJson(request: IncomingMessage): Promise<object> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk as string;
  if (text === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Gets the same error as JSON that is no object.
  }
  throw new BadInput('The body must be a JSON object.');
}
