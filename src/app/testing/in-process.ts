import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp, listen } from '../app.js';
import { runAction } from '../../operations/test-forges/actions.js';
import { EphemeralForge, type Starter } from '../../operations/test-forges/ephemeral-forge.js';
import { createHostAdapter } from '../../http/server/host-adapter.js';
import type { ForgeUser } from './builders.js';
import { Forge } from './forge.js';
import type { ForgeSettings } from './forge-settings.js';

export type { ForgeUser, Made } from './builders.js';
export type { Clock, Forge, SavedForge } from './forge.js';
export { ForgeClient, type ForgeAnswer, type ForgeQuery } from './forge-client.js';
export type { ForgeSettings } from './forge-settings.js';
export type {
  CaughtMail,
  ClockState,
  Delay,
  Failure,
  RecordedRequest,
  RecordedResponse,
  RequestFilter,
  Wait,
} from '../../operations/test-forges/protocol.js';

/** A forge that runs in the process of the test. */
export class InProcessForge extends Forge {
  constructor(
    forge: EphemeralForge,
    /** The Nest application, for access to providers. */
    readonly app: NestFastifyApplication,
  ) {
    const { url, api, root } = forge;
    super(
      // What the API returns, before JSON.
      { url, api, root: root as ForgeUser },
      { run: (action, input) => runAction(forge, action, input), close: () => forge.close() },
    );
  }
}

const STARTER: Starter = {
  createApp: (config, arrange) => createApp(config, arrange, createHostAdapter(config)),
  listen,
};

/**
 * Starts the complete service in this process, on a free port of 127.0.0.1 and with a temporary database. For tests that
 * need providers of the Nest application. It needs a runner that loads ES modules.
 *
 * @param settings of docs/configuration.md by name, and the options `strict` and `mails`
 * @throws Error a setting is wrong
 */
export async function startForge(settings: ForgeSettings = {}): Promise<InProcessForge> {
  const forge = await EphemeralForge.start(STARTER, settings);
  return new InProcessForge(forge, forge.nest);
}
