/** Writes `sbom.cdx.json`: the bill of materials that npm makes of the dependencies, and the copies in the package. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { SHIPPED } from './vendored.js';

const args = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev'];
const bill = JSON.parse(execFileSync('npm', args, { encoding: 'utf8', maxBuffer: 2 ** 26 }));

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
writeFileSync('sbom.cdx.json', `${JSON.stringify(bill, null, 2)}\n`);
