/**
 * Checks production dependencies: no unknown install scripts, and no vulnerability that npm rates high or critical.
 * Some registry mirrors answer no audits. This is reported and is no failure: it says nothing about dependencies.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Each runs at an installation of ours, and works without it: docs/security.md. */
const KNOWN_SCRIPTS = ['@photostructure/sqlite', '@scarf/scarf'];

const lockfile = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));

function installScripts() {
  return Object.entries(lockfile.packages)
    .filter(
      ([, { hasInstallScript, dev, devOptional }]) => hasInstallScript && !dev && !devOptional,
    )
    .map(([path]) => path.replace(/^.*node_modules\//, ''));
}

/** Returns vulnerabilities by severity, or null if the registry has no answer. */
function audit() {
  const args = ['audit', '--json', '--omit=dev', '--audit=true'];
  const { stdout } = spawnSync('npm', args, { encoding: 'utf8' });
  try {
    return JSON.parse(stdout).metadata?.vulnerabilities ?? null;
  } catch {
    return null;
  }
}

const problems = installScripts()
  .filter((name) => !KNOWN_SCRIPTS.includes(name))
  .map((name) => `${name} has an install script`);

const found = audit();
if (found) {
  for (const severity of ['critical', 'high'])
    if (found[severity] > 0)
      problems.push(`npm audit: ${found[severity]} vulnerabilities are ${severity}`);
} else console.log('This registry answers no audits: vulnerabilities are not checked.');

for (const problem of problems) console.error(problem);
if (problems.length === 0) console.log('The dependencies are as they should be.');
process.exitCode = problems.length > 0 ? 1 : 0;
