import { setTimeout as delay } from 'node:timers/promises';
import type { HttpClient, HttpRequest } from '../clients/http-client.js';
import { BOTH, type Part } from '../part.js';
import type { Stage } from '../stage.js';

const CLIENTS = 10;
const VISITORS = 10;
const LOAD_MS = 500;
/** Pause of a visitor between requests: its connection stays open without traffic. */
const PAUSE_MS = 60;
const VISIT: HttpRequest = { method: 'GET', path: '/user' };

/** SIGTERM under load. No connection is reset, and no request on an open connection is refused. */
export const stop: Part = {
  name: 'stop',
  engines: BOTH,
  control: 'exit-at-once',
  run: async (stage) => {
    const stops = stage.size(3, 20);
    let longest = 0;
    await stage.start();
    const players = await stage.enter(CLIENTS);
    const visitors = Array.from({ length: VISITORS }, () => stage.connect());
    await stage.during(players, async () => {
      let isOver = false;
      const visits = Promise.all(visitors.map((one) => visit(stage, one, () => isOver)));
      for (let n = 0; n < stops; n++) {
        await delay(LOAD_MS + stage.random.integer(0, 200));
        const start = performance.now();
        await stage.service.stop();
        longest = Math.max(longest, performance.now() - start);
        await stage.start();
      }
      isOver = true;
      await visits;
    });
    const resets = stage.ledger.countOf('lost');
    const refused = stage.ledger.countOf('503');
    if (resets > 0) stage.faults.push(`${resets} connections reset`);
    if (refused > 0) stage.faults.push(`${refused} requests refused on an open connection`);
    return `${stops} stops, at most ${Math.round(longest)} ms, ${resets} resets, ${refused} refused`;
  },
};

async function visit(stage: Stage, client: HttpClient, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    stage.ledger.count(VISIT, await client.send(VISIT));
    await delay(stage.random.integer(0, PAUSE_MS));
  }
}
