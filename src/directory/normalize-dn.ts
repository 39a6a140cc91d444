/**
 * A key to compare DNs that the same directory returns: attributes and most values ignore letter case, and white space
 * around separators means nothing. White space after an escaped separator belongs to the value.
 */
export const normalizeDn = (dn: string): string =>
  dn
    .trim()
    .toLowerCase()
    .replace(/\s*(?<!\\)([,+=])\s*/g, '$1');
