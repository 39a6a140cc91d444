import type { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';

/** A client that never stops to connect must not hold up a test. */
const MAX_TURNS = 1_000;

/**
 * Resolves when the requests have arrived that were sent before. Node accepts one connection per turn of the event loop,
 * so those of 20 requests that a test has just sent take 20 turns, and the requests on them one more.
 */
export async function untilArrived(server: EventEmitter): Promise<void> {
  let isNew = true;
  const onConnection = () => (isNew = true);
  server.on('connection', onConnection);
  for (let turn = 0; isNew && turn < MAX_TURNS; turn++) {
    isNew = false;
    await setImmediate();
    await setImmediate();
  }
  server.off('connection', onConnection);
}
