const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const MARK = /\p{M}/u;
const WORD = /[\p{L}\p{N}\p{M}]/u;

/** Scripts that have no spaces between words. */
const SCRIPTS = [
  ...['Han', 'Hiragana', 'Katakana', 'Bopomofo', 'Yi', 'Nushu', 'Tangut', 'Thai', 'Lao', 'Khmer'],
  ...[
    'Myanmar',
    'Tibetan',
    'Javanese',
    'Balinese',
    'Tai_Le',
    'New_Tai_Lue',
    'Tai_Tham',
    'Tai_Viet',
  ],
];
const HANGUL = /\p{Script=Hangul}/u;
const UNSPACED = new RegExp(
  SCRIPTS.map((script) => `\\p{Script_Extensions=${script}}`).join('|'),
  'u',
);

/** The letter or digit of any script before a position, behind which marks may stand. Empty if there is none. */
export function letterBefore(text: string, position: number): string {
  for (let end = position; ;) {
    // A character has at most two code units.
    const character = [...text.slice(Math.max(0, end - 2), end)].at(-1) ?? '';
    if (!MARK.test(character)) return LETTER_OR_DIGIT.test(character) ? character : '';
    end -= character.length;
  }
}

/** The letter, digit or mark at a position. Empty if there is none. */
export function letterAt(text: string, position: number): string {
  const [character = ''] = text.slice(position, position + 2);
  return WORD.test(character) ? character : '';
}

/** True if the word of this letter goes on behind it. In some scripts, another word may follow without a space. */
export const goesOnBehind = (letter: string): boolean => letter !== '' && !UNSPACED.test(letter);

/** True if a word goes on with this letter or mark. In Korean, a particle may follow a name of another script. */
export const goesOnWith = (letter: string): boolean =>
  MARK.test(letter) || (goesOnBehind(letter) && !HANGUL.test(letter));
