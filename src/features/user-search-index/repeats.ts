/** A suffix of a text, linked to its neighbours in alphabetical order. */
interface Suffix {
  text: string;
  repeats: number;
  before?: Suffix | undefined;
  after?: Suffix | undefined;
}

/**
 * For each letter (code point) of each text: how many letters, starting there, occur again later in the same text
 * or anywhere in an earlier text. A search that counts only suffixes whose number is below its own length finds each
 * user exactly once.
 *
 * A repeated part counts at its last place in a text. Short suffixes come first in the index, so that place is found
 * soonest. `user_terms` stores the results: if they change, a migration must rebuild the table.
 */
export function repeats(texts: readonly string[]): number[][] {
  const suffixes = texts.map((text) =>
    suffixesOf(text).map((text): Suffix => ({ text, repeats: 0 })),
  );
  const byText = suffixes.flat().sort((a, b) => (a.text < b.text ? -1 : Number(a.text > b.text)));
  byText.forEach((suffix, i) =>
    Object.assign(suffix, { before: byText[i - 1], after: byText[i + 1] }),
  );
  // The longest common prefix of a suffix is always with one of its neighbours. Suffixes leave the list in an order
  // in which only those remain that the next suffix may repeat.
  for (const suffix of suffixes.toReversed().flat()) {
    const { text, before, after } = suffix;
    suffix.repeats = Math.max(commonLength(text, before?.text), commonLength(text, after?.text));
    if (before) before.after = after;
    if (after) after.before = before;
  }
  return suffixes.map((ofText) => ofText.map(({ repeats }) => repeats));
}

/** From the whole text to its last letter. */
function suffixesOf(text: string): string[] {
  let start = 0;
  return [...text].map((letter) => {
    const suffix = text.slice(start);
    start += letter.length;
    return suffix;
  });
}

/** The length of the common prefix in letters. */
function commonLength(text: string, other = ''): number {
  let length = 0;
  let start = 0;
  while (start < text.length && text.codePointAt(start) === other.codePointAt(start)) {
    start += (text.codePointAt(start) ?? 0) > 0xffff ? 2 : 1;
    length++;
  }
  return length;
}
