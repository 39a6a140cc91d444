import { readFileSync } from 'node:fs';
import { CannotStart } from '../config/cannot-start.js';
import { UnusableData } from './unusable-data.js';

/**
 * Reads `{"username in the file": "existing username"}`. Empty without a file.
 *
 * @throws UnusableData the file has something else
 * @throws CannotStart it cannot be read
 */
export function readMapping(file: string | undefined): ReadonlyMap<string, string> {
  if (file === undefined) return new Map();
  const entries = Object.entries(parse(contentOf(file)) ?? { '': null });
  if (entries.some(([from, to]) => from === '' || typeof to !== 'string' || to === ''))
    throw new UnusableData(
      `${file} is not a mapping: write {"username in the file": "existing username"}. Nothing was changed.`,
    );
  return new Map(entries as [string, string][]);
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CannotStart(`${file} cannot be read (${String(code)}): name a readable file.`);
  }
}

function parse(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
