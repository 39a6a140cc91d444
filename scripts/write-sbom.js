/**
 * Writes the bill of materials that npm makes of the dependencies, and the copies in the package, into a file:
 * `node scripts/write-sbom.js [FILE]`. The same dependencies give the same bytes.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { SHIPPED } from './vendored.js';

const args = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev'];
const bill = JSON.parse(execFileSync('npm', args, { encoding: 'utf8', maxBuffer: 2 ** 26 }));
// Both are optional, and differ from run to run.
delete bill.serialNumber;
delete bill.metadata.timestamp;

for (const name of SHIPPED) {
  const file = new URL(`../node_modules/${name}/package.json`, import.meta.url);
  const { version, license } = JSON.parse(readFileSync(file, 'utf8'));
  bill.components.push({
    'bom-ref': `${name}@${version}`,
    type: 'library',
    name,
    version,
    scope: 'required',
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    licenses: [{ license: { id: license } }],
  });
}
const [file = 'sbom.cdx.json'] = process.argv.slice(2);
writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
