import { unknownSettings } from './unknown-settings.js';

interface Problem {
  /** Starting at 1. */
  line: number;
  text: string;
}

/** No white space but blanks: Node takes a tab or a byte order mark for a part of the name, and joins lines at a lone CR. */
const ASSIGNMENT = /^ *(?:export )?([A-Za-z_]\w*) *= *(.*)$/;
const EMPTY = /^[ \t]*(#|$)/;

/** What is wrong with the lines of a `.env` file. `parseEnv` of Node drops such lines without a word. */
export function problemsInLines(text: string): Problem[] {
  const problems: Problem[] = [];
  const lines = text.split(/\r?\n/);
  for (let index = 0; index < lines.length; index++) {
    const line = index + 1;
    const [, name, value = ''] = ASSIGNMENT.exec(lines[index] ?? '') ?? [];
    if (name !== undefined) {
      problems.push(
        ...unknownSettings({ [name]: value }).map((problem) => ({ line, text: problem })),
      );
      const end = endOfValue(lines, index, value);
      if (end === null) problems.push({ line, text: `the quote after ${name}= is not closed` });
      else index = end;
    } else if (!EMPTY.test(lines[index] ?? '')) {
      problems.push({ line, text: 'expected NAME=value, or # before a comment' });
    }
  }
  return problems;
}

/** Index of the line in which a value ends: only quoted values have several lines. Null if it does not end. */
function endOfValue(lines: readonly string[], first: number, value: string): number | null {
  const quote = /^["'`]/.exec(value)?.[0];
  if (quote === undefined || value.indexOf(quote, 1) > 0) return first;
  const last = lines.findIndex((line, index) => index > first && line.includes(quote));
  return last === -1 ? null : last;
}
