import { readTextFile, UnusableFile } from './text-file.js';

/** Longer files are no secrets. */
const MAX_BYTES = 4096;

/**
 * Reads the secret in a file, which has one line.
 *
 * @throws UnusableFile the file is not a text, or has something else. With lines left out, different files would be the
 *   same secret
 */
export function readSecretFile(file: string): string {
  const text = readTextFile(file, MAX_BYTES).replace(/\r?\n$/, '');
  if (text === '') throw new UnusableFile('is empty');
  if (/[\r\n]/.test(text)) throw new UnusableFile('has several lines');
  if (/\p{Cc}/u.test(text)) throw new UnusableFile('has control characters');
  return text;
}
