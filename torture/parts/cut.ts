import type { Player } from '../clients/player.js';
import type { Part } from '../part.js';
import { FaultyProxy } from '../proxy/faulty-proxy.js';
import type { Fault } from '../proxy/link.js';
import type { Command } from '../proxy/packets.js';
import {
  COMBINATIONS,
  OPEN_CODES,
  ROLLED_BACK_CODES,
  STATEMENT_KINDS,
  StatementFaults,
} from '../proxy/statement-faults.js';
import type { Random } from '../random.js';
import type { Stage } from '../stage.js';

const CLIENTS = 12;
/** Share of the COMMITs, or of all statements, that a fault hits. */
const COMMITS = 0.2;
const STATEMENTS = 0.01;
/** A mode gives up after this many requests for each fault. */
const MAX_REQUESTS_PER_FAULT = 100;

type Plan = (random: Random, command: Command) => Fault | undefined;

interface Mode {
  name: string;
  /** Number of faults in the short and in the long form. */
  sizes: [number, number];
  plan: Plan;
  /** What the clients do. By default anything, and half of the creates with a key. */
  request?: (player: Player) => Promise<unknown>;
}

const atCommit =
  (fault: (random: Random) => Fault): Plan =>
  (random, { sql }) =>
    sql === 'COMMIT' && random.chance(COMMITS) ? fault(random) : undefined;

const MODES: readonly Mode[] = [
  {
    name: 'replies to COMMIT dropped while notes are created with a key',
    sizes: [40, 1000],
    plan: atCommit(() => ({ kind: 'drop-reply' })),
    request: (player) => player.createNote({ keyed: 1 }),
  },
  {
    name: 'replies to COMMIT dropped',
    sizes: [20, 300],
    plan: atCommit(() => ({ kind: 'drop-reply' })),
  },
  { name: 'COMMITs cut off', sizes: [20, 300], plan: atCommit(() => ({ kind: 'cut' })) },
  {
    name: 'replies to COMMIT garbled',
    sizes: [20, 300],
    plan: atCommit(() => ({ kind: 'garble-reply' })),
  },
  {
    name: 'replies to COMMIT replaced by errors',
    sizes: [40, 500],
    plan: atCommit((random) => ({ kind: 'replace-reply', code: random.pick(OPEN_CODES) })),
  },
  {
    name: 'COMMITs rolled back',
    sizes: [20, 300],
    plan: atCommit((random) => ({ kind: 'roll-back', code: random.pick(ROLLED_BACK_CODES) })),
  },
  {
    name: 'statements cut off',
    sizes: [40, 500],
    plan: (random) =>
      random.chance(STATEMENTS) ? { kind: random.pick(['cut', 'drop-reply'] as const) } : undefined,
  },
  {
    name: 'replies to COMMIT stalled',
    sizes: [3, 50],
    plan: atCommit(() => ({ kind: 'stall-reply' })),
  },
];

/** A proxy between service and MariaDB breaks replies. SQLite has no connection that could break. */
export const cut: Part = {
  name: 'cut',
  engines: ['mariadb'],
  control: 'ignored-commit-errors',
  run: async (stage) => {
    const proxy = await FaultyProxy.open(stage.options.server);
    stage.options.cleanup.add(() => proxy.close());
    stage.databaseUrl = proxy.through(stage.options.url);
    await stage.start();
    const figures: string[] = [];
    for (const mode of MODES) figures.push(await runMode(stage, proxy, mode));
    // The broken service ignores only errors of COMMIT.
    if (!stage.options.control) figures.push(await runStatements(stage, proxy));
    return figures.join(', ');
  },
};

/** Every kind of fault with every kind of statement before COMMIT. */
async function runStatements(stage: Stage, proxy: FaultyProxy): Promise<string> {
  const times = stage.size(1, 20);
  const faults = new StatementFaults(times);
  const name = `replies to ${STATEMENT_KINDS.join(', ')} broken`;
  const plan: Plan = (random, command) => faults.plan(random, command);
  const wanted = times * COMBINATIONS;
  const figure = await runMode(stage, proxy, { name, sizes: [wanted, wanted], plan });
  if (faults.missing) stage.faults.push(`not every fault hit ${faults.missing}`);
  return figure;
}

/** The clients send requests until the proxy has made its faults. */
async function runMode(
  stage: Stage,
  proxy: FaultyProxy,
  { name, sizes, plan, request = (player) => player.step() }: Mode,
): Promise<string> {
  const wanted = stage.size(...sizes);
  const players = await stage.enter(CLIENTS);
  const random = stage.random.fork();
  const unknownBefore = stage.ledger.countOf('504');
  let faults = 0;
  let requests = 0;
  proxy.plan = (command) => {
    const fault = faults < wanted ? plan(random, command) : undefined;
    if (fault) faults++;
    return fault;
  };
  await Promise.all(
    players.map(async (player) => {
      while (faults < wanted && requests++ < wanted * MAX_REQUESTS_PER_FAULT) await request(player);
    }),
  );
  proxy.plan = () => undefined;
  const unknown = stage.ledger.countOf('504') - unknownBefore;
  if (unknown > faults) stage.faults.push(`${unknown} requests got 504 after ${faults} ${name}`);
  if (faults < wanted) stage.faults.push(`only ${faults} of ${wanted} ${name}`);
  return `${faults} ${name}`;
}
