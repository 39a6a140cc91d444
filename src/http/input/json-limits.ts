import { Malformed } from '../errors/errors.js';

/** Objects and lists inside each other. */
const MAX_DEPTH = 64;
/** Members of objects and items of lists in the whole text. */
const MAX_VALUES = 10_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Checks the limits in one scan, before the text is parsed: parsing 8 MiB of brackets takes seconds and hundreds of
 * megabytes. Whether the text is valid JSON is left to the parser.
 *
 * @throws Malformed
 */
export function checkJsonLimits(text: string): void {
  let depth = 0;
  let values = 0;
  let isEmpty = true;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    // Spaces and control characters: a list of only white space is empty.
    if (code <= 0x20) continue;
    if (code === OPEN_LIST || code === OPEN_OBJECT) {
      if (++depth > MAX_DEPTH) throw new Malformed(`the JSON has more than ${MAX_DEPTH} levels`);
      isEmpty = true;
      continue;
    }
    if (code === CLOSE_LIST || code === CLOSE_OBJECT) {
      depth--;
      if (!isEmpty) values++;
    } else if (code === COMMA) values++;
    else if (code === QUOTE) i = endOfString(text, i);
    isEmpty = false;
    if (values > MAX_VALUES) throw new Malformed(`the JSON has more than ${MAX_VALUES} values`);
  }
}

/** The index of the closing quote; the length of the text if there is none. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes++;
    // After an odd number of backslashes, the quote is escaped.
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}
