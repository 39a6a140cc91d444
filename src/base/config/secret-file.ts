import { closeSync, openSync, readSync } from 'node:fs';

/** Longer files are no secrets: a log, a disk image, or `/dev/urandom`. */
const MAX_BYTES = 4096;

/** The message completes a sentence that starts with the file. It never contains a secret. */
export class UnusableSecretFile extends Error {}

/**
 * Reads the secret in a file, which has one line of UTF-8 text. `/dev/stdin` is a file too.
 *
 * @throws UnusableSecretFile the file cannot be read, or has something else. With bytes replaced or lines left out,
 *   different files would be the same secret
 */
export function readSecretFile(file: string): string {
  const bytes = firstBytes(file, MAX_BYTES + 1);
  if (bytes.length > MAX_BYTES) throw new UnusableSecretFile(`has more than ${MAX_BYTES} bytes`);
  const text = utf8(bytes).replace(/\r?\n$/, '');
  if (text === '') throw new UnusableSecretFile('is empty');
  if (/[\r\n]/.test(text)) throw new UnusableSecretFile('has several lines');
  if (/\p{Cc}/u.test(text)) throw new UnusableSecretFile('has control characters');
  return text;
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
    const { code } = error as NodeJS.ErrnoException;
    throw new UnusableSecretFile(`cannot be read (${String(code)})`);
  }
}

function utf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UnusableSecretFile('is not text in UTF-8');
  }
}
