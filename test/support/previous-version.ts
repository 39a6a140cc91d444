import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { run } from './commands.js';
import { REPOSITORY } from './program.js';

const NODE_MODULES = join(REPOSITORY, 'node_modules');
/** One folder for each commit, built once. `npm ci` removes them. */
const BUILDS = join(NODE_MODULES, '.cache/forgenote');

/** The last commit without the newest migration. Null in a copy without the history. */
async function previousCommit(): Promise<string | null> {
  const log = ['log', '--diff-filter=A', '-1', '--format=%P', '--', 'src/migrations'];
  try {
    const { stdout } = await promisify(execFile)('git', log, { cwd: REPOSITORY });
    return stdout.trim().split(' ')[0] || null;
  } catch {
    return null;
  }
}

/**
 * Builds the program as it was before the newest migration, with the packages of today.
 *
 * @returns the folder of the built program, or null in a copy without the history
 */
export async function buildPreviousVersion(): Promise<string | null> {
  const commit = await previousCommit();
  if (commit === null) return null;
  const folder = join(BUILDS, commit);
  if (!existsSync(folder)) {
    mkdirSync(BUILDS, { recursive: true });
    const cwd = mkdtempSync(join(BUILDS, 'building-'));
    const unpack = `git -C '${REPOSITORY}' archive ${commit} | tar --extract`;
    await run('sh', ['-ec', unpack], { cwd, seconds: 240 });
    symlinkSync(NODE_MODULES, join(cwd, 'node_modules'));
    await run('npm', ['run', '--silent', 'build'], { cwd, seconds: 300 });
    renameSync(cwd, folder);
  }
  return join(folder, 'dist/program');
}
