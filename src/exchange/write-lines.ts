import { createHash } from 'node:crypto';
import { createWriteStream, rmSync, statSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { CannotStart } from '../config/cannot-start.js';
import { moveInto } from '../config/move-into.js';
import { packageVersion } from '../config/package-version.js';
import { FORMAT, type Counts, type DataLine, type LineOf } from './lines.js';

/** Lines are written in pieces of this many characters. */
const PIECE = 65_536;

/** Called now and then with the number of lines of a kind that are done. */
export type OnProgress = (kind: string, lines: number) => void;

export interface WrittenFile {
  file: string;
  bytes: number;
  lines: number;
  counts: Counts;
}

/**
 * Writes lines between a header and an end. The file appears under its name when it is complete, and only this account
 * can read it.
 *
 * @param draft the name of the file until then
 * @throws CannotStart there is such a file already, or it cannot be written
 */
export async function writeLines(
  file: string,
  lines: AsyncIterable<DataLine>,
  onProgress: OnProgress,
  draft = `${file}.part`,
): Promise<WrittenFile> {
  requireUnused(file);
  const counts: Counts = {};
  try {
    await pipeline(
      // Not a Readable, which would read ahead: a line can have 10 MB.
      pieces(lines, counts, onProgress),
      // `wx`: another export to the same file may run.
      createWriteStream(draft, { mode: 0o600, flags: 'wx', flush: true }),
    );
    requireUnused(file);
    moveInto(draft, file);
  } catch (error) {
    throw failed(error, file, draft);
  }
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return { file, bytes: statSync(file).size, lines: total, counts };
}

function requireUnused(file: string): void {
  if (statSync(file, { throwIfNoEntry: false }))
    throw new CannotStart(`${file} exists: remove it, or name another file.`);
}

function failed(error: unknown, file: string, draft: string): unknown {
  const { code, path, syscall } = error as NodeJS.ErrnoException;
  if (code === 'EEXIST' && path === draft)
    return new CannotStart(
      `${draft} exists: another export is being written. If none is, remove this file.`,
    );
  rmSync(draft, { force: true });
  const isOfFile = syscall === 'open' || syscall === 'write' || syscall === 'link';
  if (!isOfFile || code === undefined) return error;
  return new CannotStart(
    `${file} cannot be written (${code}): name a file in a folder with free space that this account can write.`,
  );
}

async function* pieces(
  lines: AsyncIterable<DataLine>,
  counts: Counts,
  onProgress: OnProgress,
): AsyncGenerator<Buffer> {
  const sha256 = createHash('sha256');
  const hashed = (text: string): Buffer => {
    const bytes = Buffer.from(text);
    sha256.update(bytes);
    return bytes;
  };
  const header: LineOf<'header'> = {
    ...{ kind: 'header', format: FORMAT, version: packageVersion() },
    created_at: new Date().toISOString(),
  };
  let piece = `${JSON.stringify(header)}\n`;
  for await (const line of lines) {
    const json = JSON.stringify(line);
    // Not joined to the piece before, which would be one more copy of a line of up to 10 MB.
    if (json.length > PIECE) {
      yield hashed(piece);
      yield hashed(json);
      piece = '\n';
    } else {
      piece += `${json}\n`;
    }
    const count = (counts[line.kind] ?? 0) + 1;
    counts[line.kind] = count;
    onProgress(line.kind, count);
    if (piece.length < PIECE) continue;
    yield hashed(piece);
    piece = '';
  }
  sha256.update(piece);
  const end: LineOf<'end'> = { kind: 'end', counts, sha256: sha256.digest('hex') };
  yield Buffer.from(`${piece}${JSON.stringify(end)}\n`);
}
