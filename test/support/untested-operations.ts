import { readdirSync, readFileSync } from 'node:fs';
import type { OperationRow } from '../../scripts/operations-table.js';

interface TestFile {
  /** Relative to the project root. */
  path: string;
  text: string;
}

/** Returns the operations that no test file names, as `GET /users/:id`. */
export function untestedOperations(
  operations: readonly OperationRow[],
  files: readonly TestFile[],
): string[] {
  const stems = operations.map(({ operationId }) => fileStemFor(operationId));
  const tested = new Set(files.map(({ path }) => operationStemOf(path, stems)));
  const requests = new Set(files.flatMap(({ text }) => [...requestsIn(text)]));
  return operations
    .filter(({ operationId }) => !tested.has(fileStemFor(operationId)))
    .map(({ method, path }) => `${method} ${path}`)
    .filter((request) => !requests.has(maskParameters(request)));
}

/**
 * Reads all test files of a folder, sorted: the order of `readdir` depends on the file system. Without those of the test
 * kit, which use operations as samples only.
 */
export function readTests(folder = 'test'): TestFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.test.ts') && !path.startsWith(`${folder}/testing/`))
    .sort()
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}

const fileStemOf = (path: string): string => path.replace(/^.*\/|\.test\.ts$/g, '');
const NOTEABLES = ['issues/:', 'snippets/:', 'merge_requests/:'];
/** What parametrized tests fill into their names: `GET /user/$plural`. */
const PLACEHOLDERS: Record<string, string[]> = {
  $plural: ['keys', 'emails'],
  $noteable: NOTEABLES,
  $awardable: NOTEABLES.flatMap((noteable) => [noteable, `${noteable}/notes/:`]),
};
const fillIn = (request: string): string[] => {
  const [placeholder = ''] = /\$\w+/.exec(request) ?? [];
  const values = PLACEHOLDERS[placeholder] ?? [];
  return [request, ...values.map((value) => request.replace(placeholder, value))];
};
/** Finds texts such as `POST /users/:id/keys`, usually in test names. */
const requestsIn = (text: string): Set<string> =>
  new Set(
    [...text.matchAll(/\b(?:GET|POST|PUT|DELETE) \/[\w/:.$]*/g)]
      .flatMap(([request]) => fillIn(request))
      .map(maskParameters),
  );
/** Removes parameter names, because tests and routes can use different ones. */
const maskParameters = (request: string): string =>
  request.replace(/:\w+/g, ':').replace(/(?<=.)\/$/, '');
/** The expected name of the test file. Aliases with another method share the file: `blockUserWithPost`. */
const fileStemFor = (operationId: string): string =>
  operationId
    .replace(/With(?:Put|Post)$/, '')
    .replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** `create-user-rules` belongs to `create-user`, and `confirmation` to `create-confirmation`. */
function operationStemOf(path: string, stems: readonly string[]): string | undefined {
  const name = fileStemOf(path);
  const isTestOf = (stem: string) =>
    name === stem || name.startsWith(`${stem}-`) || name === stem.replace(/^[a-z]+-/, '');
  return stems.filter(isTestOf).sort((a, b) => b.length - a.length)[0];
}
