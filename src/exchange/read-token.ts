import { readSecretFile, UnusableSecretFile } from '../config/secret-file.js';
import { UnusableData } from './unusable-data.js';

/**
 * Reads the private token of another server.
 *
 * @throws UnusableData the file cannot be read, or its content cannot be sent in a header
 */
export function readToken(file: string): string {
  const token = contentOf(file).trim();
  if (!/^[!-~]+$/.test(token)) throw unusable(file, 'has characters that no token has');
  return token;
}

function contentOf(file: string): string {
  try {
    return readSecretFile(file);
  } catch (error) {
    throw error instanceof UnusableSecretFile ? unusable(file, error.message) : error;
  }
}

const unusable = (file: string, problem: string) =>
  new UnusableData(
    `The file ${file} of --token-file ${problem}: write a private token of an administrator into it. Nothing was changed.`,
  );
