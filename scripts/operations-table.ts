import { readdirSync, readFileSync } from 'node:fs';
import { METHODS, type OpenApiDocument } from '../src/http/openapi/document-types.js';

interface TestFile {
  /** Relative to the project root. */
  path: string;
  text: string;
}

interface OperationRow {
  method: string;
  /** Relative to /api/v3, in router syntax: `/users/:id`. */
  path: string;
  summary: string;
  page: string;
  tests: string[];
}

/** Pages of tags whose page has another name. */
const PAGES_BY_TAG: Record<string, string> = {
  Session: 'authentication.md',
  Members: 'projects.md',
  Health: 'requests.md',
};
const pageOf = (tag: string): string =>
  PAGES_BY_TAG[tag] ?? `${tag.toLowerCase().replaceAll(' ', '-')}.md`;

/** Lists all operations, each with its page and with the test files that name it. */
export function listOperations(
  { paths }: OpenApiDocument,
  files: readonly TestFile[],
): OperationRow[] {
  const operations = Object.entries(paths).flatMap(([template, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ method: method.toUpperCase(), template, operation }] : [];
    }),
  );
  const stems = operations.map(({ operation }) => fileStemFor(operation.operationId));
  const tested = files.map(({ path, text }) => ({
    path,
    requests: requestsIn(text),
    stem: operationStemOf(path, stems),
  }));
  return operations.map(({ method, template, operation }) => {
    const path = template.replace(/^\/api\/v3/, '').replace(/\{(\w+)\}/g, ':$1');
    const request = maskParameters(`${method} ${path}`);
    const stem = fileStemFor(operation.operationId);
    const tests = tested
      .filter((file) => file.requests.has(request) || file.stem === stem)
      .map((file) => file.path);
    const page = pageOf(operation.tags[0] ?? '');
    return { method, path, summary: operation.summary, page, tests };
  });
}

export function renderOperationsTable(rows: readonly OperationRow[]): string {
  const lines = rows.map(({ method, path, summary, page, tests }) => {
    const links = tests.map((test) => `[${fileStemOf(test)}](../../${test})`);
    return `| ${method} | \`${path}\` | ${summary} | [${page}](${page}) | ${links.join(', ')} |`;
  });
  return [
    '| Method | Path | Summary | Page | Tests |',
    '| ------ | ---- | ------- | ---- | ----- |',
    ...lines,
  ].join('\n');
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
