import { execFile } from 'node:child_process';
import { PATH_ONLY } from './environment.js';

/** A shell example of a page with the documented output. */
interface Example {
  script: string;
  /** The status of the last request, from `sh status=409`. */
  status?: number;
  /** The first line of the script in the page. */
  line: number;
  shown?: { kind: 'json' | 'http' | 'text'; text: string };
}

interface Page {
  /** The sample user whose token is `$TOKEN`. */
  person: string;
  examples: Example[];
}

const CODE_BLOCK = /^```(\w+)(?: status=(\d+))?\n(.*?)^```$/gms;

/** @throws Error if a page does not say whose token it uses, or shows a response without a request */
export function readPage(text: string): Page {
  const person = /`\$TOKEN` is the private token of `(\w+)`/.exec(text)?.[1];
  if (!person) throw new Error('The page does not say whose token $TOKEN is');
  const examples: Example[] = [];
  for (const { 1: kind = '', 2: status, 3: content = '', index } of text.matchAll(CODE_BLOCK)) {
    if (kind === 'sh') {
      const line = text.slice(0, index).split('\n').length + 1;
      examples.push({ script: content, line, ...(status ? { status: Number(status) } : {}) });
      continue;
    }
    const example = examples.at(-1);
    if (!example || example.shown || !isShown(kind))
      throw new Error(`This ${kind} shows the answer to nothing: ${content}`);
    example.shown = { kind, text: content };
  }
  return { person, examples };
}

const isShown = (kind: string): kind is 'json' | 'http' | 'text' =>
  ['json', 'http', 'text'].includes(kind);

/** Wraps curl: fails on error statuses, prints the status to stderr and ends each response with a newline. */
export const CURLRC = `silent
show-error
fail-with-body
write-out = "\\n%{stderr}%{http_code}\\n"
`;

interface Outcome {
  stdout: string;
  stderr: string;
  code: number | string;
}

/** Runs a script in its home like a reader who pastes it. It gets only PATH from this environment. */
export function runScript(
  script: string,
  env: { HOME: string } & Record<string, string>,
): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(
      'bash',
      ['--norc', '-euo', 'pipefail', '-c', script],
      { cwd: env.HOME, env: { ...PATH_ONLY, ...env }, timeout: 240_000 },
      (error, stdout, stderr) => {
        resolve({ stdout, stderr, code: error ? (error.code ?? 'killed') : 0 });
      },
    );
  });
}

/** Returns the differences between the output of an example and the page, or an empty list. */
export function problemsOf({ status, shown }: Example, outcome: Outcome): string[] {
  const { stdout, stderr, code } = outcome;
  const last = Number(/(\d{3})\n$/.exec(stderr)?.[1]);
  const isRight = status === undefined ? code === 0 : last === status && code === 22;
  if (!isRight) return [`it ended with ${code}`, stderr.trim(), stdout.trim()];
  switch (shown?.kind) {
    case 'json':
      return differences(JSON.parse(shown.text), JSON.parse(lastLine(stdout)), '$');
    case 'http':
      return shown.text
        .trim()
        .split('\n')
        .filter((line) => !headLines(stdout).includes(line.toLowerCase()))
        .map((line) => `it did not answer ${line}`);
    case 'text':
      return stdout.trim() === shown.text.trim() ? [] : [`it printed ${stdout.trim()}`];
    default:
      return [];
  }
}

const lastLine = (text: string): string => text.trimEnd().split('\n').at(-1) ?? '';
const headLines = (text: string): string[] =>
  text.split('\n').map((line) => line.trim().toLowerCase());

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/**
 * Where an answer is not as shown. Ids, times and tokens only have to be some; of a list the page may show
 * the beginning.
 */
export function differences(shown: unknown, answered: unknown, place: string): string[] {
  if (Array.isArray(shown) && Array.isArray(answered)) {
    if (shown.length > answered.length || (shown.length === 0 && answered.length > 0))
      return [`${place} has ${answered.length} items`];
    return shown.flatMap((item, i) => differences(item, answered[i], `${place}[${i}]`));
  }
  if (isObject(shown) && isObject(answered)) {
    const names = new Set([...Object.keys(shown), ...Object.keys(answered)]);
    return [...names].flatMap((name) => {
      if (!Object.hasOwn(answered, name)) return [`${place}.${name} is not answered`];
      if (!Object.hasOwn(shown, name)) return [`${place}.${name} is not shown`];
      return differences(shown[name], answered[name], `${place}.${name}`);
    });
  }
  return shown === answered || isSubset(shown, answered, place)
    ? []
    : [`${place} is ${JSON.stringify(answered)}`];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isSubset(shown: unknown, answered: unknown, place: string): boolean {
  if (typeof shown === 'number' && typeof answered === 'number')
    return /[._]id(\[\d+\])?$/.test(place);
  if (typeof shown !== 'string' || typeof answered !== 'string') return false;
  return place.endsWith('.private_token') || (TIME.test(shown) && TIME.test(answered));
}
