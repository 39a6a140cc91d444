/** A text may be this many times longer than its limit before white space is removed and it is normalized. */
const PADDING = 4;

/** Characters of a long text, such as a note: 1 MiB holds it in every encoding of a body, where one takes up to 12 bytes. */
export const MAX_TEXT = 65_536;

/** Longer than any number, choice or time that a parameter accepts. */
export const MAX_WORD = 64;

/**
 * True for a text that cannot be valid, whatever it is normalized to. Check this before trimming or normalizing:
 * normalizing takes quadratic time for a text of combining marks.
 *
 * @param max the limit of the normalized text, in code points
 */
export const exceedsRawLength = (text: string, max: number): boolean => text.length > PADDING * max;

/** Counts code points: a surrogate pair counts as one. */
export function codePoints(text: string): number {
  let length = text.length;
  for (let i = 0; i < text.length - 1; i++) {
    if ((text.charCodeAt(i) & 0xfc00) === 0xd800) length--;
  }
  return length;
}
