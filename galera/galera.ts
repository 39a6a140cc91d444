/** Runs services on a Galera cluster under faults and races, and checks what is left. See galera/README.md. */
import { withCleanup } from '../bench/cleanup.js';
import { readRunFlags } from '../torture/flags.js';
import { Random } from '../torture/random.js';
import { Heartbeat } from './clients/heartbeat.js';
import { Cluster } from './cluster/cluster.js';
import { runParts } from './parts.js';
import { Report } from './report.js';

const { parts, isResized: short, controls, seed } = readRunFlags('short');
const report = new Report();
console.log(`seed ${seed}`);
await withCleanup(async (cleanup) => {
  const start = performance.now();
  const cluster = await Cluster.start(cleanup);
  await Heartbeat.prepare(cluster);
  console.log(`three nodes in ${Math.round((performance.now() - start) / 1000)} s`);
  const names = new Set(parts);
  const isWanted = (name: string) => names.size === 0 || names.has(name);
  await runParts({ cleanup, cluster, report, short, controls, random: new Random(seed), isWanted });
});
console.log(`galera: ${report.passed} parts passed, ${report.failed} failed`);
process.exitCode = report.failed > 0 ? 1 : 0;
