import { ConfigError } from '../../base/config/config.js';
import { readSecretFile } from '../../base/config/secret-file.js';
import { UnusableFile } from '../../base/config/text-file.js';

/**
 * Reads the password, token or address in a file.
 *
 * @throws ConfigError the file cannot be read, or is not one line of text
 */
export function readSecret(file: string): string {
  try {
    return readSecretFile(file);
  } catch (error) {
    if (!(error instanceof UnusableFile)) throw error;
    throw new ConfigError([`${file} ${error.message}: name a file with one line of text`]);
  }
}
