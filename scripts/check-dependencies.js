/**
 * Checks production dependencies and the copies in the package: no install scripts, no vulnerability that npm rates high
 * or critical, and a bill of materials with each of them. Some registry mirrors answer no audits. This is reported and is
 * no failure: it says nothing about dependencies.
 */
import { spawnSync } from 'node:child_process';
import { billOfMaterials, production, shipped } from './bill-of-materials.js';

/** Returns the vulnerable packages with their severity, or why there was no audit. */
function audit() {
  const args = ['audit', '--json', '--audit=true'];
  const { stdout, error } = spawnSync('npm', args, { encoding: 'utf8', maxBuffer: 2 ** 26 });
  try {
    const { vulnerabilities, message } = JSON.parse(stdout);
    if (vulnerabilities) return { vulnerabilities: Object.values(vulnerabilities) };
    return { reason: message ?? 'npm reported no result' };
  } catch {
    return { reason: error?.message ?? 'npm printed no JSON' };
  }
}

const problems = production
  .filter(({ hasInstallScript }) => hasInstallScript)
  .map(({ name }) => `${name} has an install script`);

const components = new Set(billOfMaterials().components.map((one) => one['bom-ref']));
for (const ref of shipped)
  if (!components.has(ref)) problems.push(`The bill of materials lacks ${ref}`);

const names = new Set([...shipped].map((ref) => ref.replace(/@[^@]*$/, '')));
const { vulnerabilities = [], reason } = audit();
for (const { name, severity } of vulnerabilities)
  if (names.has(name) && ['critical', 'high'].includes(severity))
    problems.push(`npm audit: ${name} has a vulnerability that is ${severity}`);

for (const problem of problems) console.error(problem);
if (problems.length === 0)
  console.log(`${shipped.size} packages have no install script and are in the bill of materials.`);
console.log(
  reason === undefined
    ? 'npm audit was made.'
    : `npm audit was NOT made, so vulnerabilities are not checked: ${reason}`,
);
process.exitCode = problems.length > 0 ? 1 : 0;
