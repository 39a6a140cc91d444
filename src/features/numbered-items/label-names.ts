import { isBlank } from '../../http/input/blank-text.js';

/** Names of labels are unique regardless of letter case. */
export const labelKey = (name: string): string => name.toLowerCase();

/** The names in a text with commas, by their keys. Of several spellings, the first counts. */
export function labelNames(text: string): Map<string, string> {
  const names = new Map<string, string>();
  for (const part of text.split(',')) {
    const name = part.trim();
    const key = labelKey(name);
    if (!isBlank(name) && !names.has(key)) names.set(key, name);
  }
  return names;
}

/** Sorts labels as lists of labels are sorted. */
export const inAlphabeticalOrder = <Label extends { name: string }>(labels: readonly Label[]) =>
  // By code points, as databases do.
  [...labels].sort((a, b) =>
    Buffer.compare(Buffer.from(labelKey(a.name)), Buffer.from(labelKey(b.name))),
  );
