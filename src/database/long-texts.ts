/** Columns with long texts, by their names in a row: `{ body: 'n.body' }`. */
export type LongTexts = Readonly<Record<string, string>>;

/** A page has at most this many bytes of long texts in memory at once. */
export const PAGE_TEXT_BYTES = 1_048_576;

/** The texts of a row up to this size are read with the page. Then those of all its rows fit into memory. */
export const rowBytes = (limit: number): number => Math.floor(PAGE_TEXT_BYTES / Math.max(1, limit));

// The size alone needs no copy of the text: SQLite knows it from the header of the row.
const sizeOf = (texts: LongTexts): string =>
  Object.values(texts)
    .map((column) => `COALESCE(OCTET_LENGTH(${column}), 0)`)
    .join(' + ');

/** Selects the texts of a row if they have at most `:row_bytes` bytes together, and their size. */
export function shortTexts(texts: LongTexts): string {
  const size = sizeOf(texts);
  const short = Object.entries(texts).map(
    ([name, column]) => `CASE WHEN ${size} <= :row_bytes THEN ${column} END AS ${name}`,
  );
  return [...short, `${size} AS text_bytes`].join(', ');
}

export const wholeTexts = (texts: LongTexts): string =>
  Object.entries(texts)
    .map(([name, column]) => `${column} AS ${name}`)
    .join(', ');

/** Selects the first characters of the texts of a row, and the size of the whole texts. */
export const startsOfTexts = (texts: LongTexts, characters: number): string =>
  [
    ...Object.entries(texts).map(
      ([name, column]) => `SUBSTR(${column}, 1, ${characters}) AS ${name}`,
    ),
    `${sizeOf(texts)} AS text_bytes`,
  ].join(', ');
