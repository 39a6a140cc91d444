/** The packages that an installation of Forgenote contains, and the bill of materials with all of them. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { SHIPPED } from './vendored.js';

const lockfile = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));

const nameOf = (path) => path.replace(/^.*node_modules\//, '');

/** Entries of the lockfile with their names: all production dependencies, for every platform. */
export const production = Object.entries(lockfile.packages)
  .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
  .map(([path, entry]) => ({ ...entry, name: nameOf(path) }));

/** `name@version` of each production dependency and of each copy in the package. */
export const shipped = new Set(
  [
    ...production,
    ...SHIPPED.map((name) => ({ name, ...lockfile.packages[`node_modules/${name}`] })),
  ].map(({ name, version }) => `${name}@${version}`),
);

/**
 * npm makes it from the lockfile. Without `--omit dev`: npm would also omit production dependencies that a development
 * dependency needs.
 */
export function billOfMaterials() {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  const bill = JSON.parse(execFileSync('npm', args, { encoding: 'utf8', maxBuffer: 2 ** 26 }));
  // Both are optional. Without them, the same dependencies give the same bytes.
  delete bill.serialNumber;
  delete bill.metadata.timestamp;
  const root = bill.metadata.component['bom-ref'];
  const isKept = (ref) => ref === root || shipped.has(ref);
  return {
    ...bill,
    // npm takes the name of the folder.
    metadata: {
      ...bill.metadata,
      component: { ...bill.metadata.component, name: lockfile.name },
    },
    components: bill.components
      .filter((component) => shipped.has(component['bom-ref']))
      .map((component) => ({
        ...component,
        scope: component.scope === 'excluded' ? 'required' : component.scope,
        // Only one property says that npm counts a copy as a development dependency.
        properties: component.properties?.filter(
          ({ name }) => name !== 'cdx:npm:package:development',
        ),
      })),
    dependencies: bill.dependencies
      .filter(({ ref }) => isKept(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isKept) })),
  };
}
