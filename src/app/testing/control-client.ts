import { Agent, request, type IncomingMessage } from 'node:http';
import type { Actions, Description } from '../../operations/test-forges/protocol.js';
import type { ForgeUser } from './builders.js';
import type { ForgeControl } from './forge.js';
import type { ForgeSettings } from './forge-settings.js';

/** The process of the forges cannot be reached. */
export class NoForgeProcess extends Error {}

/** A forge in the process of `serve --ephemeral`. The process closes it when the connection of the lease ends. */
export class RemoteControl implements ForgeControl {
  private readonly agent = new Agent({ keepAlive: true });

  private constructor(
    private readonly url: string,
    private readonly lease: IncomingMessage,
  ) {}

  /** @throws Error the settings are wrong. @throws NoForgeProcess */
  static async open(
    forges: string,
    settings: ForgeSettings,
  ): Promise<[Description<ForgeUser>, RemoteControl]> {
    const response = await send('POST', `${forges}?lease`, settings);
    const { socket, statusCode } = response;
    const description = await firstLine(response);
    if (statusCode !== 201) throw new Error(messageOf(description));
    // An open lease must not keep the process of the tests running.
    socket.unref();
    const forge = description as Description<ForgeUser>;
    return [forge, new RemoteControl(forge.control, response)];
  }

  async run<A extends keyof Actions>(
    action: A,
    input: Actions[A]['input'],
  ): Promise<Actions[A]['result']> {
    const response = await send('POST', `${this.url}/${action}`, input, this.agent);
    const result = await content(response);
    if (response.statusCode !== 200) throw new Error(messageOf(result));
    return result as Actions[A]['result'];
  }

  /** Does nothing if the forge is closed already. */
  async close(): Promise<void> {
    try {
      await content(await send('DELETE', this.url, undefined, this.agent));
    } catch (error) {
      if (!(error instanceof NoForgeProcess)) throw error;
    } finally {
      this.lease.destroy();
      this.agent.destroy();
    }
  }
}

/** Not fetch: tests replace it. */
function send(
  method: string,
  url: string,
  input?: object,
  agent?: Agent,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(url, { method, ...(agent ? { agent } : { agent: false }) }, resolve)
      .on('error', (cause) => {
        const message =
          'The process of this forge has ended. It ends with the process that started it.';
        reject(Object.assign(new NoForgeProcess(message), { cause }));
      })
      .end(input === undefined ? '' : JSON.stringify(input));
  });
}

function firstLine(response: IncomingMessage): Promise<unknown> {
  return new Promise((resolve, reject) => {
    let text = '';
    const read = (chunk: string) => {
      text += chunk;
      if (text.endsWith('\n')) done();
    };
    const done = () => {
      response.off('data', read).off('end', done).off('error', reject);
      resolve(JSON.parse(text));
    };
    response.setEncoding('utf8').on('data', read).on('end', done).on('error', reject);
  });
}

async function content(response: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk as string;
  return JSON.parse(text);
}

const messageOf = (body: unknown): string => (body as { message: string }).message;
