import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The version in the nearest package.json above: sources and build lie at different depths. */
export function packageVersion(folder = import.meta.dirname): string {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return packageVersion(dirname(folder));
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
