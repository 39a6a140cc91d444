import { createWriteStream, lstatSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { CannotStart } from './cannot-start.js';

/** System calls on the file. Other failures are those of what is written, such as a database. */
const OF_FILE = new Set(['open', 'write', 'fsync', 'close', 'link', 'rename', 'unlink']);

/**
 * Writes a file that appears under its name when it is complete, and that only this account can read. A failure
 * removes the draft.
 *
 * @param write writes everything and ends the stream
 * @returns its size in bytes
 * @throws CannotStart there is such a file already, another process writes it, or it cannot be written
 */
export async function writeNewFile(
  file: string,
  write: (stream: Writable) => Promise<void>,
): Promise<number> {
  const draft = `${file}.part`;
  requireUnused(file);
  const descriptor = create(file, draft);
  try {
    await write(createWriteStream(draft, { fd: descriptor, flush: true }));
    requireUnused(file);
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw explained(error, file);
  }
  return statSync(file).size;
}

/** A symbolic link counts, also if it leads nowhere. */
function requireUnused(file: string): void {
  if (lstatSync(file, { throwIfNoEntry: false }))
    throw new CannotStart(`${file} exists: remove it, or name another file.`);
}

function create(file: string, draft: string): number {
  try {
    return openSync(draft, 'wx', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw explained(error, file);
    throw new CannotStart(
      `${draft} exists: another process writes ${file}. If none does, remove this file.`,
    );
  }
}

function explained(error: unknown, file: string): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === undefined || syscall === undefined || !OF_FILE.has(syscall)) return error;
  // Of the connection to a database server.
  if (code === 'EPIPE' || code === 'ECONNRESET') return error;
  return new CannotStart(
    `${file} cannot be written (${code}): name a file in a folder with free space that this account can write.`,
  );
}
