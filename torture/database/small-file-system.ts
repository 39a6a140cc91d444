import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cleanup } from '../../bench/cleanup.js';

/** Mounts a file system of this size in memory. Needs root. Returns its folder. */
export function mountSmall(megabytes: number, cleanup: Cleanup): string {
  const folder = mkdtempSync(join(tmpdir(), 'forgenote-torture-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
  cleanup.add(() => {
    // Lazily: a process that is about to end may still have a file open.
    execFileSync('umount', ['--lazy', folder]);
    rmSync(folder, { recursive: true, force: true });
    return Promise.resolve();
  });
  return folder;
}

const BLOCK = Buffer.alloc(16_384, 1);

/** Takes all free space of the file system. Returns how to give it back. */
export function fillUp(folder: string): () => void {
  const path = join(folder, 'filler');
  const file = openSync(path, 'w');
  try {
    while (writeSync(file, BLOCK) === BLOCK.length);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(file);
  }
  return () => {
    rmSync(path);
  };
}
