import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { packageVersion } from '../config/package-files.js';
import { writeNewFile } from '../config/write-new-file.js';
import { FORMAT, type Counts, type DataLine, type LineOf } from './lines.js';

/** Lines are written in pieces of this many characters. */
const PIECE = 65_536;

/** Called now and then with the number of lines of a kind that are done. */
export type OnProgress = (kind: string, lines: number) => void;

interface WrittenFile {
  file: string;
  bytes: number;
  lines: number;
  counts: Counts;
}

/** Writes lines between a header and an end. See `writeNewFile`. */
export async function writeLines(
  file: string,
  lines: AsyncIterable<DataLine>,
  onProgress: OnProgress,
  draft?: string,
): Promise<WrittenFile> {
  const counts: Counts = {};
  const bytes = await writeNewFile(
    file,
    // Not a Readable, which would read ahead: a line can have 10 MB.
    (stream) => pipeline(pieces(lines, counts, onProgress), stream),
    draft,
  );
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return { file, bytes, lines: total, counts };
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
