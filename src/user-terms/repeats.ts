/** An ending of a text, between its neighbours in the alphabet, of those that are left. */
interface Ending {
  text: string;
  repeats: number;
  before?: Ending | undefined;
  after?: Ending | undefined;
}

/**
 * For each letter (code point) of each text: how many letters from there on also begin later in the same text,
 * or anywhere in one before it. A part of the texts that is longer than that is counted there, and nowhere else:
 * at the end of names, for what is short and comes first in the index ends there. Migrations use it as well: what
 * it answers may not change.
 */
export function repeats(texts: readonly string[]): number[][] {
  const endings = texts.map((text) =>
    endingsOf(text).map((text): Ending => ({ text, repeats: 0 })),
  );
  const byText = endings.flat().sort((a, b) => (a.text < b.text ? -1 : Number(a.text > b.text)));
  byText.forEach((ending, i) =>
    Object.assign(ending, { before: byText[i - 1], after: byText[i + 1] }),
  );
  // Nothing has more in common with an ending than its neighbours. When its turn comes, all that may repeat it
  // have gone, and those it may repeat are left.
  for (const ending of endings.toReversed().flat()) {
    const { text, before, after } = ending;
    ending.repeats = Math.max(inCommon(text, before?.text), inCommon(text, after?.text));
    if (before) before.after = after;
    if (after) after.before = before;
  }
  return endings.map((ofText) => ofText.map(({ repeats }) => repeats));
}

function endingsOf(text: string): string[] {
  let start = 0;
  return [...text].map((letter) => {
    const ending = text.slice(start);
    start += letter.length;
    return ending;
  });
}

/** How many letters two texts begin with alike. */
function inCommon(text: string, other = ''): number {
  let length = 0;
  let start = 0;
  while (start < text.length && text.codePointAt(start) === other.codePointAt(start)) {
    start += (text.codePointAt(start) ?? 0) > 0xffff ? 2 : 1;
    length++;
  }
  return length;
}
