import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The temporary folder of this process. It exists while a forge uses it. The exit of the process deletes it. */
let root: string | null = null;
let used = 0;
let count = 0;

/** Creates a folder for one forge. `remove` deletes it. */
export function createFolder(): { path: string; remove: () => void } {
  if (root === null) {
    root = mkdtempSync(join(tmpdir(), 'forgenote-ephemeral-'));
    process.once('exit', removeAll);
  }
  used++;
  const path = join(root, String(++count));
  mkdirSync(path);
  let isRemoved = false;
  return {
    path,
    remove() {
      if (isRemoved) return;
      isRemoved = true;
      rmSync(path, { recursive: true, force: true });
      if (--used === 0) removeAll();
    },
  };
}

function removeAll(): void {
  if (root !== null) rmSync(root, { recursive: true, force: true });
  root = null;
  process.off('exit', removeAll);
}
