import { Forge } from './forge.js';
import { NoForgeProcess, RemoteControl } from './control-client.js';
import type { ForgeSettings } from './forge-settings.js';
import { endChild, forgesUrl } from './forge-process.js';
import { SHARED, sharedUrl, shareUrl, unshareUrl } from './test-environment.js';

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

/**
 * Starts the complete service on a free port of 127.0.0.1 and with a temporary database. It runs in a child process, which
 * all forges of this process share. The child and its files disappear with this process, however it ends.
 *
 * @param settings of docs/configuration.md by name, and the options `strict` and `mails`
 * @throws Error a setting is wrong, or the child does not start
 */
export async function startForge(settings: ForgeSettings = {}): Promise<Forge> {
  const url = await forgesUrl();
  try {
    const [description, control] = await RemoteControl.open(url, settings);
    return new Forge(description, control);
  } catch (error) {
    if (!(error instanceof NoForgeProcess) || sharedUrl() !== url) throw error;
    throw new Error(
      `${SHARED} names a process that has ended: call shareForges() in the global setup of this run, and end it only in the teardown.`,
    );
  }
}

/**
 * For the global setup of a test runner: `startForge` in its worker processes then uses the child of this process, which
 * saves each of them the start of one. Each forge remains separate, and is closed when its worker ends.
 *
 * @returns the teardown: ends the child
 * @throws Error the child does not start
 */
export async function shareForges(): Promise<() => Promise<void>> {
  unshareUrl();
  shareUrl(await forgesUrl());
  return async () => {
    unshareUrl();
    await endChild();
  };
}
