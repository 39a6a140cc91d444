import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const copies = fileURLToPath(new URL('../../vendor', import.meta.url));

/**
 * Returns the path of a file of a development dependency. The build copies it (`scripts/vendored.js`). Tests run the
 * sources, which have no copies: they read the file in the dependency.
 */
export function vendoredFile(name: string, path: string): string {
  const copy = join(copies, name, path);
  return existsSync(copy) ? copy : join(dirname(require.resolve(`${name}/package.json`)), path);
}
