import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/** The nearest folder above with this entry. Sources, modules of the build and the bundle have different depths. */
function folderWith(entry: string, folder = import.meta.dirname): string {
  return existsSync(join(folder, entry)) ? folder : folderWith(entry, dirname(folder));
}

/** Returns the path of a file, given from the folder that has `src/`: the repository, or `dist/` in the build. */
export const programFile = (path: string): string => join(folderWith('src'), path);

export function packageVersion(): string {
  const file = join(folderWith('package.json'), 'package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

/** The version with the commit of the build, such as `0.1.0+4670cac0aa`. A release has the version alone. */
export function buildVersion(): string {
  const file = programFile('src/commit.txt');
  const commit = existsSync(file) ? `+${readFileSync(file, 'utf8')}` : '';
  return packageVersion() + commit;
}

/**
 * Returns the path of a file of a development dependency. The build copies it (`scripts/vendored.js`). Tests run the
 * sources, which have no copies: they read the file in the dependency.
 */
export function vendoredFile(name: string, path: string): string {
  const copy = join(programFile('vendor'), name, path);
  return existsSync(copy) ? copy : join(dirname(require.resolve(`${name}/package.json`)), path);
}
