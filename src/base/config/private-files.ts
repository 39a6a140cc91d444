import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { CannotStart } from './cannot-start.js';

/** The bits of a file's mode for accounts that are neither the owner nor in the group. */
const OTHERS = 0o007;

/** Creates the folder if it is missing, so that only this account can enter it. */
export function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
}

/** True if every account of the machine can read or write the file. False if it cannot be found. */
export function isOpenToOthers(path: string): boolean {
  // Windows has no such bits: Node makes them up.
  return process.platform !== 'win32' && (modeOf(path) & OTHERS) !== 0;
}

function modeOf(path: string): number {
  try {
    return statSync(path).mode;
  } catch {
    // Also for a path that is too long, or leads through a file: what opens the file then says so.
    return 0;
  }
}

/**
 * For the secret files that the service itself makes.
 *
 * @throws CannotStart others can access one of the files. The message has the command that changes it.
 */
export function requirePrivate(...paths: string[]): void {
  const open = paths.filter((path) => isOpenToOthers(path) && !isOnReadOnlyFileSystem(path));
  if (open.length === 0) return;
  const names = open.map((path) => `'${path.replaceAll("'", "'\\''")}'`).join(' ');
  throw new CannotStart(
    `Every account of this machine can access secrets of the service. Run: chmod 600 ${names}`,
  );
}

/** There, no command can change the mode. */
function isOnReadOnlyFileSystem(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EROFS';
  }
}
