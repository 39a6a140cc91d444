/**
 * Checks production dependencies and the copies in the package: no install scripts, and no vulnerability that npm rates
 * high or critical. Some registry mirrors answer no audits. This is reported and is no failure: it says nothing about dependencies.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { SHIPPED } from './vendored.js';

const lockfile = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));

const nameOf = (path) => path.replace(/^.*node_modules\//, '');

const production = Object.entries(lockfile.packages).filter(
  ([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional,
);

/** Returns the vulnerable packages with their severity, or null if the registry has no answer. */
function audit() {
  const args = ['audit', '--json', '--audit=true'];
  const { stdout } = spawnSync('npm', args, { encoding: 'utf8', maxBuffer: 2 ** 26 });
  try {
    return JSON.parse(stdout).vulnerabilities ?? null;
  } catch {
    return null;
  }
}

const problems = production
  .filter(([, { hasInstallScript }]) => hasInstallScript)
  .map(([path]) => `${nameOf(path)} has an install script`);

const shipped = new Set([...production.map(([path]) => nameOf(path)), ...SHIPPED]);
const found = audit();
if (found) {
  for (const { name, severity } of Object.values(found))
    if (shipped.has(name) && ['critical', 'high'].includes(severity))
      problems.push(`npm audit: ${name} has a vulnerability that is ${severity}`);
} else console.log('This registry answers no audits: vulnerabilities are not checked.');

for (const problem of problems) console.error(problem);
if (problems.length === 0) console.log('The dependencies are as they should be.');
process.exitCode = problems.length > 0 ? 1 : 0;
