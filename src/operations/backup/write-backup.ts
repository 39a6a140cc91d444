import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { CannotStart } from '../../base/config/cannot-start.js';
import { packageVersion } from '../../base/config/package-files.js';
import { writeNewFile } from '../../base/config/write-new-file.js';
import type { Snapshot } from '../../database/engines/copy/snapshot.js';
import {
  FORMAT,
  MAX_LINE,
  type End,
  type Header,
  type TableEnd,
  type TableStart,
} from './backup-format.js';
import { RowChecksum } from './checksum.js';

/** Called now and then with the number of rows that are done. */
export type OnProgress = (table: string, rows: number) => void;

interface BackupResult {
  file: string;
  bytes: number;
  rows: number;
  tables: Record<string, number>;
}

/** Lines are compressed in pieces of about this size. */
const PIECE = 65_536;

/**
 * Writes a backup.
 *
 * @throws CannotStart there is such a file already, or it cannot be written
 */
export async function writeBackup(
  snapshot: Pick<Snapshot, 'migrations' | 'tables' | 'rows'>,
  file: string,
  onProgress: OnProgress,
): Promise<BackupResult> {
  const tables: Record<string, number> = {};
  const content = pieces(lines(snapshot, tables, onProgress));
  const bytes = await writeNewFile(file, (stream) =>
    pipeline(Readable.from(content), createGzip(), stream),
  );
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
  return { file, bytes, rows, tables };
}

async function* lines(
  snapshot: Pick<Snapshot, 'migrations' | 'tables' | 'rows'>,
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
  };
  yield JSON.stringify(header);
  for (const table of tables) {
    yield JSON.stringify({ table: table.name } satisfies TableStart);
    const checksum = new RowChecksum();
    for await (const row of snapshot.rows(table)) {
      const line = checksum.add(row);
      if (line.length > MAX_LINE)
        throw new CannotStart(
          `Row ${checksum.rows} of ${table.name} is longer than a backup can contain: shorten its texts.`,
        );
      yield line;
      onProgress(table.name, checksum.rows);
    }
    counts[table.name] = checksum.rows;
    yield JSON.stringify({ rows: checksum.rows, checksum: checksum.value } satisfies TableEnd);
  }
}

/** Joins short lines and cuts long ones, and adds the last line with the checksum of everything before it. */
async function* pieces(content: AsyncIterable<string>): AsyncGenerator<Buffer> {
  const sha256 = createHash('sha256');
  let rows = 0;
  let piece = '';
  for await (const line of content) {
    // Rows are arrays; the other lines are objects.
    if (line.startsWith('[')) rows++;
    piece += `${line}\n`;
    if (piece.length < PIECE) continue;
    const bytes = Buffer.from(piece);
    piece = '';
    sha256.update(bytes);
    // A long line at once would be several times in memory, with all its buffers.
    for (let begin = 0; begin < bytes.length; begin += PIECE)
      yield bytes.subarray(begin, begin + PIECE);
  }
  sha256.update(piece);
  const end: End = { end: true, rows, sha256: sha256.digest('hex') };
  yield Buffer.from(`${piece}${JSON.stringify(end)}\n`);
}
