import { existsSync, linkSync, renameSync, rmSync } from 'node:fs';

/** The file system has no hard links. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

/**
 * Gives a file its final name, and never replaces another one.
 *
 * @throws Error with the code EEXIST: there is a file with this name
 */
export function moveInto(draft: string, path: string): void {
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!NO_LINKS.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    if (existsSync(path)) throw Object.assign(new Error(`${path} exists`), { code: 'EEXIST' });
    renameSync(draft, path);
    return;
  }
  rmSync(draft);
}
