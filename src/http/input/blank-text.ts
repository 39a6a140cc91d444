/**
 * White space, control characters, and what no font shows: zero-width characters, soft hyphens, fillers of Hangul,
 * variation selectors, annotations, and letters that are blank, such as U+2800 (an empty pattern of braille).
 */
const VISIBLE =
  /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\u2800\u{13441}\u{13442}\u{16fe4}\u{1d159}]/u;

/** True for a text without a visible character: a link or a heading with it would look empty. */
export const isBlank = (text: string): boolean => !VISIBLE.test(text);
