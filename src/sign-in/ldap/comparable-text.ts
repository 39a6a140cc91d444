/** Characters that directories ignore in comparisons (RFC 4518, 2.2): invisible ones and variation selectors. */
const IGNORED = /[\p{Cf}\p{Cc}\u034f\u180b-\u180d\ufe00-\ufe0f]/gu;

/** One form for all texts that directories compare as equal: without regard to letter case, blanks and Unicode forms. */
export const comparableText = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(IGNORED, '')
    .normalize('NFKC')
    // Some letters have two forms in lower case.
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .replace(/ +/g, ' ')
    .trim();
