import { createHash } from 'node:crypto';
import { createWriteStream, rmSync, statSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { CannotStart } from '../config/cannot-start.js';
import { moveInto } from '../config/move-into.js';
import { packageVersion } from '../config/package-version.js';
import type { Snapshot } from '../engines/copy/snapshot.js';
import { FORMAT, type End, type Header, type TableEnd, type TableStart } from './backup-format.js';
import { RowChecksum } from './checksum.js';
import type { LockedKey } from './locked-key.js';

/** Called now and then with the number of rows that are done. */
export type OnProgress = (table: string, rows: number) => void;

export interface BackupResult {
  file: string;
  bytes: number;
  rows: number;
  tables: Record<string, number>;
}

/** Lines are compressed in pieces of this many characters. */
const PIECE = 65_536;

/**
 * Writes a backup. The file appears under its name when it is complete, and only this account can read it.
 *
 * @throws CannotStart there is such a file already
 */
export async function writeBackup(
  snapshot: Pick<Snapshot, 'migrations' | 'tables' | 'rows'>,
  file: string,
  { key, onProgress }: { key?: LockedKey; onProgress: OnProgress },
): Promise<BackupResult> {
  requireUnused(file);
  const draft = `${file}.part`;
  const tables: Record<string, number> = {};
  try {
    await pipeline(
      Readable.from(pieces(lines(snapshot, key, tables, onProgress))),
      createGzip(),
      // `wx`: another backup to the same file may run.
      createWriteStream(draft, { mode: 0o600, flags: 'wx', flush: true }),
    );
    requireUnused(file);
    moveInto(draft, file);
  } catch (error) {
    const { code, path, syscall } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && path === draft)
      throw new CannotStart(
        `${draft} exists: another backup is being written. If none is, remove this file.`,
      );
    rmSync(draft, { force: true });
    // Errors of the database have no system call.
    throw code === undefined || syscall === undefined || syscall === 'read'
      ? error
      : cannotWrite(file, code);
  }
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
  return { file, bytes: statSync(file).size, rows, tables };
}

function requireUnused(file: string): void {
  if (statSync(file, { throwIfNoEntry: false }))
    throw new CannotStart(`${file} exists: remove it, or name another file.`);
}

const cannotWrite = (file: string, code: string): CannotStart =>
  new CannotStart(
    `${file} cannot be written (${code}): name a file in a folder with free space that this account can write.`,
  );

async function* lines(
  snapshot: Pick<Snapshot, 'migrations' | 'tables' | 'rows'>,
  key: LockedKey | undefined,
  counts: Record<string, number>,
  onProgress: OnProgress,
): AsyncGenerator<string> {
  const { migrations, tables } = snapshot;
  const header: Header = {
    forgenote_backup: FORMAT,
    version: packageVersion(),
    created_at: new Date().toISOString(),
    migrations,
    tables,
    ...(key ? { key } : {}),
  };
  yield JSON.stringify(header);
  for (const table of tables) {
    yield JSON.stringify({ table: table.name } satisfies TableStart);
    const checksum = new RowChecksum();
    for await (const row of snapshot.rows(table)) {
      yield checksum.add(row);
      onProgress(table.name, checksum.rows);
    }
    counts[table.name] = checksum.rows;
    yield JSON.stringify({ rows: checksum.rows, checksum: checksum.value } satisfies TableEnd);
  }
}

/** Joins lines, and adds the last one with the checksum of everything before it. */
async function* pieces(content: AsyncIterable<string>): AsyncGenerator<string> {
  const sha256 = createHash('sha256');
  let rows = -1;
  let piece = '';
  for await (const line of content) {
    // Rows are arrays; the other lines are objects.
    if (line.startsWith('[')) rows++;
    piece += `${line}\n`;
    if (piece.length < PIECE) continue;
    sha256.update(piece);
    yield piece;
    piece = '';
  }
  sha256.update(piece);
  const end: End = { end: true, rows: rows + 1, sha256: sha256.digest('hex') };
  yield `${piece}${JSON.stringify(end)}\n`;
}
