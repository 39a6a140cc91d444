import { readFileSync } from 'node:fs';
import { ConfigError } from '../config/config.js';

/**
 * Reads a password or a passphrase from a file, without the line break at its end. `/dev/stdin` is a file too.
 *
 * @throws ConfigError the file cannot be read
 */
export function readSecret(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError([`${file} cannot be read (${String(code)}): name another file`]);
  }
}
