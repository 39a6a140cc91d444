/** Repeats a unit up to a number of UTF-8 bytes. */
const fill = (unit: string, bytes: number): string =>
  unit.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(unit))));

const around = (before: string, unit: string, after: string) => (bytes: number) =>
  before + fill(unit, bytes - before.length - after.length) + after;

/** Texts that cost too much if somebody normalizes, trims, matches or compares them carelessly. */
export const HOSTILE_TEXTS: Record<string, (bytes: number) => string> = {
  'combining marks': around('a', '\u0315\u0300', ''),
  'marks in order': around('a', '\u0300', ''),
  'lone surrogates': around('', '\ud800', ''),
  'surrogate pairs': around('', '\u{1f600}', ''),
  bidirectional: around('', '\u202e\u2066a\u2069', ''),
  'zero width': around('a', '\u200b\u200d\ufeff', 'a'),
  'emoji joined': around('', '\u{1f469}\u200d\u{1f467}\u200d', '\u{1f466}'),
  'long expansions': around('', '\ufdfa', ''),
  'Hangul parts': around('', '\u1100\u1161\u11a8', ''),
  'nested brackets': around('', '[', ''),
  'nested pairs': around('', '({[<', ''),
  'one letter': around('', 'a', '!'),
  'blanks inside': around('a', ' ', 'a'),
  'lines inside': around('a', '\r\n\t', 'a'),
  digits: around('', '9', ''),
  'address with dots': around('a@', 'a.', 'a'),
  'address of signs': around('', '@', ''),
  'emoji names': around('', ':a', ':'),
  nul: around('', '\u0000', ''),
  'percent signs': around('', '%', ''),
  'base64 of a key': around('ssh-rsa ', 'AAAA', ' a'),
  commas: around('', ',a', ''),
};
