import { closeSync, openSync, readSync } from 'node:fs';

/** Longer files are not what somebody has written: a log, a disk image, or `/dev/urandom`. */
const MAX_BYTES = 1_048_576;

/** The message completes a sentence that starts with the file. It never contains what the file has. */
export class UnusableFile extends Error {
  constructor(
    problem: string,
    /** Of the operating system, if the file cannot be read. */
    readonly code?: string,
  ) {
    super(problem);
  }
}

/**
 * Reads a file that a person has written: text in UTF-8. Leaves out the byte order mark that some editors write before
 * it, which would become a part of the first word. `/dev/stdin` is a file too.
 *
 * @throws UnusableFile the file cannot be read, is too long, or is not text in UTF-8. With bytes replaced, different
 *   files would have the same text
 */
export function readTextFile(file: string, maxBytes = MAX_BYTES): string {
  const bytes = firstBytes(file, maxBytes + 1);
  if (bytes.length > maxBytes) throw new UnusableFile(`has more than ${maxBytes} bytes`);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    throw new UnusableFile('is not text in UTF-8');
  }
}

function firstBytes(file: string, count: number): Buffer {
  try {
    const opened = openSync(file, 'r');
    try {
      const bytes = Buffer.alloc(count);
      let length = 0;
      // A pipe gives its bytes in parts.
      for (let part = -1; part !== 0 && length < count; length += part)
        part = readSync(opened, bytes, length, count - length, null);
      return bytes.subarray(0, length);
    } finally {
      closeSync(opened);
    }
  } catch (error) {
    const code = String((error as NodeJS.ErrnoException).code);
    throw new UnusableFile(`cannot be read (${code})`, code);
  }
}
