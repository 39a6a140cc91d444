import { setTimeout as delay } from 'node:timers/promises';
import type { Cleanup } from '../bench/cleanup.js';
import { ADMIN } from '../bench/seed.js';
import { withConnection } from '../torture/database/connection.js';
import type { Node } from './cluster/node.js';
import { replace, startProxy } from './cluster/proxy.js';
import type { Fault } from './faults/fault.js';
import { freeze, kill, partition } from './faults/node-faults.js';
import { runFault } from './faults/run-fault.js';
import { nestedCleanup } from './nested-cleanup.js';
import type { Run } from './parts.js';
import { DECISIONS } from './races/decisions.js';
import { runRaces } from './races/run-races.js';
import { UNIQUE_VALUES } from './races/unique-values.js';
import { wholeUnits } from './races/whole-units.js';
import { dropUniqueIndexes } from './races/without-indexes.js';
import type { Result } from './report.js';
import { Scene, type SceneOptions } from './scene.js';

/** Rounds of a race that a broken service loses in about a third. */
const ROUNDS = 60;
/** Of a race that shows one fault in about a thousand transactions. Slow races run a fifth of them. */
const MANY_ROUNDS = 200;

interface Control {
  name: string;
  /** Part of the short form. */
  short?: boolean;
  /** The faults that have to be found. */
  expected: readonly RegExp[];
  run: (run: Run) => Promise<Result>;
}

/** Load alone. */
const nothing: Fault = {
  name: 'nothing',
  run: async () => {
    await delay(2_000);
    return '';
  },
};

/** One for each count: something broken on purpose, which the part has to notice. */
const CONTROLS: readonly Control[] = [
  {
    name: 'lost',
    expected: [/is absent, expected "/],
    run: (run) => throughProxy(run, { control: 'galera/controls/lost-commits' }, nothing),
  },
  {
    name: 'untrue',
    expected: [/ is "[^"]*", expected /],
    run: (run) => throughProxy(run, { control: 'galera/controls/denied-commits' }, nothing),
  },
  {
    name: 'twice',
    expected: [/is stored 2 times/],
    run: (run) => throughProxy(run, { control: 'galera/controls/repeated-commits' }, nothing),
  },
  {
    name: 'unready',
    expected: [/: 500/, /ready: 200 without quorum/],
    run: (run) =>
      onNodes(run, 3, { control: 'galera/controls/unnoticed-quorum' }, (scene) =>
        runFault(scene, partition, 1),
      ),
  },
  {
    name: 'stale',
    expected: [/^stale/],
    run: async (run) => {
      await setGlobally(run, 'wsrep_sync_wait = 0');
      return onNodes(run, 3, {}, busyApplier).finally(() =>
        setGlobally(run, 'wsrep_sync_wait = 1'),
      );
    },
  },
  {
    name: 'gap',
    expected: [/^no write for/],
    run: (run) =>
      throughProxy(run, {}, freeze, (text) =>
        replace(text, 'on-marked-down shutdown-sessions', ''),
      ),
  },
  {
    name: 'writers',
    expected: [/^sessions on/],
    run: (run) => throughProxy(run, {}, kill, (text) => replace(text, /stick.*\n/g, '\n')),
  },
  {
    name: 'tables',
    short: true,
    expected: [/award_emoji differs/, /^doctor/],
    run: (run) => onNodes(run, 1, {}, (scene) => orphanOn(scene, run.cluster.node(2))),
  },
  {
    name: 'races',
    short: true,
    expected: DECISIONS.map(({ name }) => new RegExp(name)),
    run: (run) =>
      onNodes(run, 2, { control: 'galera/controls/no-claim' }, (scene) =>
        runRaces(scene, { races: DECISIONS, rounds: ROUNDS, stopsAtFirst: true }),
      ),
  },
  {
    name: 'unique',
    expected: UNIQUE_VALUES.map(({ name }) => new RegExp(name)),
    run: (run) =>
      onNodes(run, 2, { control: 'galera/controls/guessed-numbers' }, async (scene) => {
        await dropUniqueIndexes(run.cluster.first, scene.database);
        return runRaces(scene, { races: UNIQUE_VALUES, rounds: ROUNDS, stopsAtFirst: true });
      }),
  },
  {
    name: 'halves',
    expected: [/half of a unit/],
    run: (run) =>
      onNodes(run, 2, {}, (scene) => {
        const races = [wholeUnits({ isCluster: false })];
        return runRaces(scene, { races, rounds: MANY_ROUNDS, stopsAtFirst: true });
      }),
  },
];

export async function runControls(run: Run): Promise<void> {
  const wanted = CONTROLS.filter(({ short }) => short || !run.short);
  for (const { name, expected, run: runControl } of wanted)
    if (run.isWanted(name)) await run.report.control(name, expected, () => runControl(run));
}

/** Services on the first nodes. */
function onNodes(
  run: Run,
  services: number,
  options: Pick<SceneOptions, 'control'>,
  work: (scene: Scene) => Promise<Result>,
): Promise<Result> {
  const { cluster, random } = run;
  return withScene(run, work, (cleanup) => {
    const servers = cluster.nodes.slice(0, services).map(({ url }) => url);
    const place = { cluster, cleanup, random, servers, hasOneWriter: false };
    return Promise.resolve({ ...place, ...options });
  });
}

function throughProxy(
  run: Run,
  options: Pick<SceneOptions, 'control'>,
  fault: Fault,
  change?: (text: string) => string,
): Promise<Result> {
  const { cluster, random } = run;
  return withScene(
    run,
    (scene) => runFault(scene, fault, 1),
    async (cleanup) => {
      const proxy = await startProxy(cluster, cleanup, change);
      const servers = [proxy, proxy];
      return { ...options, cluster, cleanup, random, servers, hasOneWriter: true };
    },
  );
}

function withScene(
  run: Run,
  work: (scene: Scene) => Promise<Result>,
  place: (cleanup: Cleanup) => Promise<SceneOptions>,
): Promise<Result> {
  return nestedCleanup(run.cleanup, async (cleanup) =>
    work(await Scene.open(await place(cleanup))),
  );
}

const STALE_MS = 5_000;

/** Clients read their own writes while the nodes have much to apply. */
async function busyApplier(scene: Scene): Promise<Result> {
  const { cluster, database, observer } = scene;
  const table = `${database}.much`;
  await cluster.first.run(`CREATE TABLE ${table} (id INT PRIMARY KEY, n INT NOT NULL)`);
  await cluster.first.run(`INSERT INTO ${table} SELECT seq, 0 FROM ${database}.seq_1_to_20000`);
  await scene.during(async () => {
    const end = performance.now() + STALE_MS;
    while (performance.now() < end) await cluster.first.run(`UPDATE ${table} SET n = n + 1`);
  });
  return { figures: `${observer.reads} reads`, faults: observer.stale };
}

async function setGlobally({ cluster }: Run, assignment: string): Promise<void> {
  for (const node of cluster.nodes) await node.run(`SET GLOBAL ${assignment}`);
}

/** An award of nobody on nothing, on one node only. */
async function orphanOn(scene: Scene, node: Node): Promise<Result> {
  await withConnection(scene.urlOn(node), async (connection) => {
    await connection.run('SET SESSION wsrep_on = OFF');
    await connection.run(`INSERT INTO award_emoji
      (name, user_id, awardable_type, awardable_id, created_at, updated_at)
      VALUES ('tada', ${ADMIN.id}, 'Note', 4711, 1, 1)`);
  });
  return { figures: '', faults: await scene.check() };
}
