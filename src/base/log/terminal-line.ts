import { pino } from 'pino';

/** Escape codes in a value would change what the terminal shows. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const PLAIN = /^[\w./:@+-]+$/;

interface Entry {
  level: number;
  time: number;
  msg?: string;
  err?: { stack?: string };
  [name: string]: unknown;
}

/** Renders a JSON line of the log for people: time, level, message and the other fields. Stacks follow in lines. */
export function terminalLine(json: string): string {
  const { level, time, msg = '', ...fields } = JSON.parse(json) as Entry;
  const stacks: string[] = [];
  const texts = Object.entries(fields).map(([name, value]) => {
    const { stack, ...rest } = (isError(value) ? value : {}) as { stack?: string };
    if (stack !== undefined) stacks.push(...stack.split('\n'));
    return `${name}=${textOf(stack === undefined ? value : rest)}`;
  });
  const clock = new Date(time).toTimeString().slice(0, 8);
  const head = [clock, (pino.levels.labels[level] ?? String(level)).padEnd(5), msg, ...texts];
  return [head.join(' '), ...stacks].map((line) => `${escapeUnsafe(line)}\n`).join('');
}

/**
 * The text on one line, without characters that change what a terminal shows. For values that others choose, such as
 * names of people in a directory.
 */
export const escapeUnsafe = (text: string): string => text.replace(UNSAFE, escape);

const isError = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'stack' in value;

const textOf = (value: unknown): string =>
  typeof value === 'string' && PLAIN.test(value) ? value : JSON.stringify(value);

const escape = (character: string): string =>
  `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
