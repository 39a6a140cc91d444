// Full-width punctuation ends a URL too: behind it, Chinese and Japanese texts go on without a space.
const REST = /\/\/[^\s<>"`，。、．！？：；（）「」『』【】《》〈〉]{1,2000}/y;
/** Signs that end a sentence, a quotation or an emphasis, and not the URL in front of them. */
const ENDS_URL = `.,;:!?*_~'’”»“‘«‹›…؟`;
const OPENING: Record<string, string> = { ')': '(', ']': '[', '}': '{' };

/**
 * The length of the URL in a text, behind its scheme: as GitHub's Markdown does, without signs that end a sentence, a
 * quotation or an emphasis, and with a closing bracket only if the URL has the opening one. 0 if there is none.
 *
 * @param scheme with its colon
 * @param at where the scheme ends
 */
export function urlLength(scheme: string, text: string, at: number): number {
  REST.lastIndex = at;
  const [found = ''] = REST.exec(text) ?? [];
  const rest = withoutEnd(found);
  return URL.canParse(scheme + rest) ? rest.length : 0;
}

/** Not a regular expression: its time would be quadratic for a long run of punctuation before a letter. */
function withoutEnd(url: string): string {
  const surplus = new Map(
    Object.entries(OPENING).map(([closing, opening]) => [
      closing,
      url.split(closing).length - url.split(opening).length,
    ]),
  );
  let { length } = url;
  for (; length > 0; length--) {
    const last = url.charAt(length - 1);
    const unmatched = surplus.get(last) ?? 0;
    if (unmatched > 0) surplus.set(last, unmatched - 1);
    else if (!ENDS_URL.includes(last)) break;
  }
  return url.slice(0, length);
}
