import { join } from 'node:path';
import { run } from './commands.js';
import { REPOSITORY } from './program.js';

/** Writes the tarball of the build and its checksum into a folder. Returns its path. */
export async function buildTarball(folder: string): Promise<string> {
  const script = join(REPOSITORY, 'scripts/package.js');
  return (await run('node', [script, folder], { cwd: REPOSITORY, seconds: 240 })).trim();
}

/** Packs the npm package of the build into a folder. Returns its path. */
export async function packPackage(folder: string): Promise<string> {
  // `prepack` would also build the program again.
  const pack = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder];
  return join(folder, (await run('npm', pack, { cwd: REPOSITORY, seconds: 240 })).trim());
}

/** Unpacks it as docs say. Returns the folder of the program. */
export async function unpack(tarball: string, folder: string): Promise<string> {
  await run('tar', ['-xzf', tarball, '--directory', folder], { cwd: folder, seconds: 240 });
  return join(folder, /([^/]+)\.tar\.gz$/.exec(tarball)?.[1] ?? '');
}
