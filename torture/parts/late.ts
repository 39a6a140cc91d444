import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Part } from '../part.js';
import { FaultyProxy } from '../proxy/faulty-proxy.js';
import type { Fault } from '../proxy/link.js';
import type { Stage } from '../stage.js';

const CLIENTS = 12;
/** Share of the COMMITs that are held back. */
const SHARE = 0.2;
/** The service gives up a COMMIT after 2 s and a request after 14 s: some arrive before, most afterwards. */
const HELD_MS = [1_000, 16_500] as const;
/** From the first held COMMIT to the outage. */
const COMMITS_MS = 300;
/** Of an outage: the requests that sent a COMMIT get 504 in it, and the service gives up ending their connections. */
const OUTAGE_MS = 17_500;
/** After an outage, COMMITs arrive within this time: some before and some after the client repeats its request. */
const AFTER_OUTAGE_MS = 3_000;

/** How many COMMITs were held back, and how many of them the server could still have run. */
interface Held {
  total: number;
  open: number;
}

/** Outages that may follow until a request that got 504 is repeated. */
const MORE_ROUNDS = 4;

/**
 * A proxy delivers COMMITs late. If the service can reach its database, it ends the connection before it responds, and
 * the COMMIT has no effect. If not, it returns 504. A repetition with the same key then stores one row.
 */
export const late: Part = {
  name: 'late',
  engines: ['mariadb'],
  control: 'no-kill',
  run: async (stage) => {
    const proxy = await FaultyProxy.open(stage.options.server);
    stage.options.cleanup.add(() => proxy.close());
    stage.databaseUrl = proxy.through(stage.options.url);
    await stage.start();
    const reached = await holdCommits(stage, proxy, stage.size(12, 200));
    // The broken service differs only while it can reach its database.
    if (stage.options.control) return `${reached.total} COMMITs held back`;
    const rounds = stage.size(1, 10);
    const unreached = { total: 0, open: 0 };
    const hasMetAll = () =>
      unreached.open > 0 && stage.ledger.countOf('504') > 0 && stage.ledger.settled > 0;
    let round = 0;
    for (; round < rounds || (round < rounds + MORE_ROUNDS && !hasMetAll()); round++)
      await holdInOutage(stage, proxy, unreached);
    const unknown = stage.ledger.countOf('504');
    if (unreached.open === 0) stage.faults.push('no COMMIT arrived after its request got 504');
    if (unknown === 0) stage.faults.push('no request got 504 in an outage');
    if (stage.ledger.settled === 0) stage.faults.push('no request was repeated after 504');
    return [
      `${reached.total} COMMITs held back, ${reached.open} of them taken by the server`,
      `${unreached.total} in ${round} outages, ${unreached.open} of them taken by the server`,
    ].join(', ');
  },
};

function hold(held: Held, until: Promise<unknown>): Fault {
  held.total++;
  const onDelivery = (wasOpen: boolean) => {
    if (wasOpen) held.open++;
  };
  return { kind: 'hold', until, onDelivery };
}

/** The service can reach its database all the time. */
async function holdCommits(stage: Stage, proxy: FaultyProxy, wanted: number): Promise<Held> {
  const held = { total: 0, open: 0 };
  const players = await stage.enter(CLIENTS);
  const random = stage.random.fork();
  const deliveries: Promise<unknown>[] = [];
  proxy.plan = ({ sql }) => {
    if (sql !== 'COMMIT' || held.total >= wanted || !random.chance(SHARE)) return undefined;
    const until = delay(random.integer(...HELD_MS));
    deliveries.push(until);
    return hold(held, until);
  };
  await stage.during(players, async () => {
    while (held.total < wanted) await delay(50);
    await Promise.all(deliveries);
  });
  proxy.plan = () => undefined;
  return held;
}

/** Nothing reaches the database soon after the first held COMMIT. */
async function holdInOutage(stage: Stage, proxy: FaultyProxy, held: Held): Promise<void> {
  const players = await stage.enter(CLIENTS / 2);
  const random = stage.random.fork();
  const keyed = await stage.enter(CLIENTS / 2);
  const outage = new AbortController();
  const recovery = new AbortController();
  const begun = once(outage.signal, 'abort');
  const over = once(recovery.signal, 'abort');
  let isOver = false;
  // Each of these repeats a request that got 504.
  const creating = keyed.map(async (player) => {
    while (!isOver) await player.createNote({ keyed: 1 });
  });
  await stage.during(players, async () => {
    await delay(500);
    proxy.plan = ({ sql }) => {
      if (sql !== 'COMMIT') return undefined;
      outage.abort();
      const until = over.then(() => delay(random.integer(0, AFTER_OUTAGE_MS)));
      return hold(held, until);
    };
    await begun;
    // All clients send a COMMIT in this time, and the service does not give up the first one yet.
    await delay(COMMITS_MS);
    await stage.ledger.outage(async () => {
      proxy.freeze();
      await delay(OUTAGE_MS);
      proxy.plan = () => undefined;
      proxy.thaw();
    });
    recovery.abort();
    await delay(AFTER_OUTAGE_MS);
    isOver = true;
  });
  await Promise.all(creating);
}
