import { readFileSync } from 'node:fs';
import { vendoredFile } from '../../base/config/package-files.js';

interface Catalogue {
  /** Every name and alias, to the canonical name. */
  byName: Map<string, string>;
  /** Every emoji, without its variation selectors, to the canonical name. */
  byEmoji: Map<string, string>;
  /** Every canonical name, to its emoji. */
  emoji: Map<string, string>;
}

/** Longer than any `:name:`, as a test checks. Longer texts are not looked up. */
const LONGEST = 100;
const VARIATION_SELECTOR = /\uFE0F/g;

let catalogue: Catalogue | undefined;

/** The canonical name for a name or an alias without colons, or null. */
export function emojiNamed(name: string): string | null {
  return load().byName.get(name) ?? null;
}

/** The emoji for a name or an alias without colons, or null. */
export function emojiOfName(name: string): string | null {
  const canonical = emojiNamed(name);
  return canonical === null ? null : (load().emoji.get(canonical) ?? null);
}

/** The canonical name if the text is exactly one `:name:` or emoji, ignoring outer white space. Otherwise null. */
export function onlyEmoji(body: string): string | null {
  const text = body.trim();
  if (text === '' || text.length > LONGEST) return null;
  if (text.startsWith(':') && text.endsWith(':')) return emojiNamed(text.slice(1, -1));
  return load().byEmoji.get(text.replace(VARIATION_SELECTOR, '')) ?? null;
}

/**
 * JoyPixels continues the emoji set of the historic servers and keeps its names, so its names are canonical. GitHub's
 * names are aliases. Emojibase names the emoji that JoyPixels lacks. If two sets use one name, the first one wins.
 * Loaded at first use: that takes 40 ms, which a start does not need.
 */
function load(): Catalogue {
  if (catalogue) return catalogue;
  const byName = new Map<string, string>();
  const byHexcode = new Map<string, string>();
  const add = ([hexcode, names]: Shortcodes) => {
    const free = (typeof names === 'string' ? [names] : names).filter((name) => !byName.has(name));
    const canonical = byHexcode.get(hexcode) ?? free[0];
    if (canonical === undefined) return;
    byHexcode.set(hexcode, canonical);
    for (const name of free) byName.set(name, canonical);
  };
  read('joypixels').forEach(add);
  read('github').forEach(add);
  read('emojibase')
    .filter(([hexcode]) => !byHexcode.has(hexcode))
    .forEach(add);
  const byEmoji = new Map([...byHexcode].map(([hexcode, name]) => [emojiOf(hexcode), name]));
  const emoji = new Map([...byEmoji].map(([text, name]) => [name, text]));
  return (catalogue = { byName, byEmoji, emoji });
}

type Shortcodes = [hexcode: string, names: string | string[]];

/** Not `require`: the module cache would keep the file in memory. */
function read(set: string): Shortcodes[] {
  const path = vendoredFile('emojibase-data', `en/shortcodes/${set}.json`);
  return Object.entries(
    JSON.parse(readFileSync(path, 'utf8')) as Record<string, string | string[]>,
  );
}

function emojiOf(hexcode: string): string {
  const codePoints = hexcode.split('-').map((hex) => Number.parseInt(hex, 16));
  return String.fromCodePoint(...codePoints).replace(VARIATION_SELECTOR, '');
}
