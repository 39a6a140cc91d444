import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Reads the nearest package.json above. Sources and build have different depths, so no fixed path works. */
export function packageVersion(folder = import.meta.dirname): string {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return packageVersion(dirname(folder));
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
