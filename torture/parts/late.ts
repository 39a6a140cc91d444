import { setTimeout as delay } from 'node:timers/promises';
import type { Part } from '../part.js';
import { FaultyProxy } from '../proxy/faulty-proxy.js';
import type { Stage } from '../stage.js';

const CLIENTS = 12;
/** Share of the COMMITs that are held back. */
const SHARE = 0.2;
/** The service gives up a COMMIT after 2 s: some arrive before, most afterwards. Until then their rows are locked. */
const HELD_MS = [1_000, 6_000] as const;

/** How many COMMITs were held back, and how many of them the server could still have run. */
interface Held {
  total: number;
  open: number;
}

/**
 * A proxy delivers COMMITs late, most of them after their request got 504. A repetition with the same key then stores one
 * row, whichever of the two the server runs first.
 */
export const late: Part = {
  name: 'late',
  engines: ['mariadb'],
  control: 'unknown-as-failed',
  run: async (stage) => {
    const proxy = await FaultyProxy.open(stage.options.server);
    stage.options.cleanup.add(() => proxy.close());
    stage.databaseUrl = proxy.through(stage.options.url);
    await stage.start();
    const { total, open } = await holdCommits(stage, proxy, stage.size(12, 200));
    if (!stage.options.control) {
      if (open === 0) stage.faults.push('no COMMIT arrived late');
      if (stage.ledger.countOf('504') === 0) stage.faults.push('no request got 504');
      if (stage.ledger.settled === 0) stage.faults.push('no request was repeated after 504');
    }
    return `${total} COMMITs held back, ${open} of them taken by the server`;
  },
};

async function holdCommits(stage: Stage, proxy: FaultyProxy, wanted: number): Promise<Held> {
  const held = { total: 0, open: 0 };
  const players = await stage.enter(CLIENTS);
  const random = stage.random.fork();
  const deliveries: Promise<unknown>[] = [];
  proxy.plan = ({ sql }) => {
    if (sql !== 'COMMIT' || held.total >= wanted || !random.chance(SHARE)) return undefined;
    held.total++;
    const until = delay(random.integer(...HELD_MS));
    deliveries.push(until);
    const onDelivery = (wasOpen: boolean) => {
      if (wasOpen) held.open++;
    };
    return { kind: 'hold', until, onDelivery };
  };
  await stage.during(players, async () => {
    while (held.total < wanted) await delay(50);
    await Promise.all(deliveries);
  });
  proxy.plan = () => undefined;
  return held;
}
