import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { CannotStart } from '../config/cannot-start.js';
import { FORMAT, isKind, wrongField, type DataLine, type Kind, type LineOf } from './lines.js';
import { notAnExport, UnusableData } from './unusable-data.js';

/** A longer line is not one of an export. In bytes. */
const MAX_LINE = 32_000_000;
const LINE_END = 0x0a;
const UNREADABLE = new Set(['ENOENT', 'EACCES', 'EISDIR']);

export interface NumberedLine {
  line: DataLine;
  /** Its position in the file, from 1. */
  at: number;
  /** Its length in the file. */
  length: number;
}

/**
 * Reads a file of `forgenote export` from its first to its last line, and compares its end with what was read.
 *
 * @throws UnusableData the file is not a complete export
 * @throws CannotStart it cannot be read
 */
export async function* readLines(file: string): AsyncGenerator<NumberedLine> {
  const sha256 = createHash('sha256');
  const found: Record<string, number> = {};
  let at = 0;
  let end: LineOf<'end'> | null = null;
  for await (const bytes of byteLines(file)) {
    at++;
    if (end) throw notAnExport(file, at, 'it goes on after its end');
    const line = parse(file, at, bytes);
    if (at === 1) requireHeader(file, line);
    else if (line.kind === 'header') throw notAnExport(file, at, 'it has a second header');
    if (line.kind === 'end') end = line;
    else sha256.update(bytes).update('\n');
    if (line.kind === 'header' || line.kind === 'end') continue;
    found[line.kind] = (found[line.kind] ?? 0) + 1;
    yield { line, at, length: bytes.length };
  }
  if (!end) throw notAnExport(file, at + 1, 'its end is missing');
  const kinds = new Set([...Object.keys(found), ...Object.keys(end.counts)]);
  if ([...kinds].some((kind) => (found[kind] ?? 0) !== (end.counts[kind] ?? 0)))
    throw notAnExport(file, at, 'it has other lines than its end counts');
  if (end.sha256 !== null && end.sha256 !== sha256.digest('hex'))
    throw notAnExport(file, at, 'it was changed since it was written');
}

type AnyLine = LineOf<Kind>;

function parse(file: string, at: number, bytes: Buffer): AnyLine {
  const line = jsonObject(decode(file, at, bytes));
  if (!line) throw notAnExport(file, at, 'it is not a JSON object');
  const { kind } = line;
  if (!isKind(kind)) throw notAnExport(file, at, `the kind ${JSON.stringify(kind)} is unknown`);
  if (kind === 'header' && Number(line['format']) > FORMAT)
    throw new UnusableData(
      `${file} was written by version ${String(line['version'])}, whose format this version does not know: use that version. Nothing was changed.`,
    );
  const wrong = wrongField({ ...line, kind });
  if (wrong !== null)
    throw notAnExport(file, at, `the field ${wrong} of ${kind} is missing or wrong`);
  return line as unknown as AnyLine;
}

function requireHeader(file: string, { kind, ...line }: AnyLine): void {
  if (kind !== 'header') throw notAnExport(file, 1, 'it is not a header');
  if (!('format' in line) || line.format !== FORMAT)
    throw notAnExport(file, 1, `its format is not ${FORMAT}`);
}

function decode(file: string, at: number, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw notAnExport(file, at, 'it is not UTF-8');
  }
}

function jsonObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** Not `node:readline`: it also ends lines at U+2028, which notes may contain. */
async function* byteLines(file: string): AsyncGenerator<Buffer> {
  let parts: Uint8Array[] = [];
  let length = 0;
  let at = 1;
  const add = (part: Uint8Array) => {
    parts.push(part);
    length += part.length;
    if (length > MAX_LINE) throw notAnExport(file, at, 'it is too long');
  };
  try {
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      let from = 0;
      for (let to = chunk.indexOf(LINE_END); to >= 0; to = chunk.indexOf(LINE_END, from)) {
        add(chunk.subarray(from, to));
        yield Buffer.concat(parts);
        from = to + 1;
        parts = [];
        length = 0;
        at++;
      }
      add(chunk.subarray(from));
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined || !UNREADABLE.has(code)) throw error;
    throw new CannotStart(`${file} cannot be read (${code}): name a readable file.`);
  }
  if (length > 0) yield Buffer.concat(parts);
}
