/** Compares the service with a bare server on every work item. See bench/README.md. */
import { setTimeout as delay } from 'node:timers/promises';
import { withCleanup, type Cleanup } from './cleanup.js';
import { compare, describeLoad, type Comparison, type Pair } from './compare.js';
import { readFlags, type EngineName, type Flags } from './flags.js';
import { isWanted, ITEMS, SIZES } from './items.js';
import { describeMachine } from './machine.js';
import { comparisonTables, ENGINE_TITLE, publish } from './report.js';
import { openStore } from './open-store.js';
import { POOL, ServerProcess, SETTINGS } from './server-process.js';
import { median } from './statistics.js';
import { verify } from './verify.js';

const WHY =
  '[docs/decisions/0010](../../docs/decisions/0010-what-a-request-costs.md) says what the service does to reach these figures.';

async function run(engine: EngineName, flags: Flags, cleanup: Cleanup): Promise<void> {
  const items = ITEMS.filter(isWanted(flags));
  const store = await openStore(engine, SIZES, flags, cleanup);
  const starts: number[] = [];
  const start = async (): Promise<Pair> => {
    const service = await ServerProcess.service(store.url);
    starts.push(service.startMs);
    cleanup.add(() => service.stop());
    const limit = await ServerProcess.limit(store.url);
    cleanup.add(() => limit.stop());
    return { service, limit };
  };
  const { service, limit } = await start();
  await delay(1_000);
  const idle = service.memoryMb();

  await verify(ITEMS, service.origin, limit.origin, store);
  await Promise.all([service.stop(), limit.stop()]);
  const comparisons: Comparison[] = [];
  for (const item of items) {
    console.log(`${ENGINE_TITLE[engine]}: ${item.title}`);
    comparisons.push(await compare(item, start, flags));
  }
  const hasGoals = engine === 'mariadb';
  publish(
    engine,
    `Service and limit on ${ENGINE_TITLE[engine]}`,
    [
      [
        ...(await describeMachine(store)),
        describeLoad(flags),
        `Settings of the service: defaults, except ${Object.entries(SETTINGS)
          .map(([name, value]) => `\`${name}=${value}\``)
          .join(', ')}`,
        `Data: ${SIZES.users} users, ${SIZES.notes} notes on the issue, ${SIZES.events} events of the user` +
          (hasGoals ? `; ${POOL} database connections for each server` : ''),
        `Cold start ${(median(starts) / 1000).toFixed(2)} s, the median of ${starts.length}, idle memory ${idle.toFixed(0)} MB`,
      ],
      comparisonTables(comparisons, { goals: hasGoals }),
      ...(hasGoals ? [WHY] : []),
    ],
    flags,
  );
}

/** Compares the service with another version of it, each on its own database. */
async function compareBuilds(
  engine: EngineName,
  before: string,
  flags: Flags,
  cleanup: Cleanup,
): Promise<void> {
  const stores = [
    await openStore(engine, SIZES, flags, cleanup),
    await openStore(engine, SIZES, flags, cleanup, before),
  ] as const;
  const start = async (): Promise<Pair> => {
    const service = await ServerProcess.service(stores[0].url);
    cleanup.add(() => service.stop());
    const limit = await ServerProcess.service(stores[1].url, { folder: before });
    cleanup.add(() => limit.stop());
    return { service, limit };
  };
  const comparisons: Comparison[] = [];
  for (const item of ITEMS.filter(isWanted(flags)))
    comparisons.push(await compare(item, start, flags));
  console.log(`This version ("service") and ${before} ("limit") on ${ENGINE_TITLE[engine]}`);
  console.log(comparisonTables(comparisons, { goals: false }));
}

const flags = readFlags();
for (const engine of flags.engines)
  await withCleanup((cleanup) =>
    flags.before === undefined
      ? run(engine, flags, cleanup)
      : compareBuilds(engine, flags.before, flags, cleanup),
  );
