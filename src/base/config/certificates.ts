import { readFileSync } from 'node:fs';
import { InvalidSetting, type Reader } from './readers.js';

/** Reads the file. */
export const certificates: Reader<string> = {
  expected: 'the path of a file with certificates',
  read(path) {
    const text = contentOf(path);
    if (!text.includes('-----BEGIN CERTIFICATE-----'))
      throw new InvalidSetting(`names a file without a certificate in PEM format: ${path}`);
    return text;
  },
};

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new InvalidSetting(`names a file that cannot be read (${String(code)}): ${path}`);
  }
}
