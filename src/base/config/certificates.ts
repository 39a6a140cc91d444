import { InvalidSetting, type Reader } from './readers.js';
import { readTextFile, UnusableFile } from './text-file.js';

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
    return readTextFile(path);
  } catch (error) {
    if (!(error instanceof UnusableFile)) throw error;
    throw new InvalidSetting(`names a file that ${error.message}: ${path}`);
  }
}
