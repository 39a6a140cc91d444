import { readdirSync, readFileSync } from 'node:fs';
import { METHODS, type OpenApiDocument } from '../src/openapi/document-types.js';

/** A test file below the root of the project, and what it says. */
export interface TestFile {
  path: string;
  text: string;
}

export interface OperationRow {
  method: string;
  /** As the pages write it, below /api/v3: `/users/:id`. */
  path: string;
  summary: string;
  page: string;
  tests: string[];
}

/** The page of a chapter, where its name does not say it. */
const PAGES: Record<string, string> = {
  Session: 'authentication.md',
  Members: 'projects.md',
  Health: 'requests.md',
};
const pageOf = (chapter: string): string =>
  PAGES[chapter] ?? `${chapter.toLowerCase().replaceAll(' ', '-')}.md`;

/** Every operation of the document, with the page it is described on and the test files it is named in. */
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
  const ids = operations.map(({ operation }) => nameFor(operation.operationId));
  const named = files.map(({ path, text }) => ({
    path,
    requests: requestsIn(text),
    id: operationOf(path, ids),
  }));
  return operations.map(({ method, template, operation }) => {
    const path = template.replace(/^\/api\/v3/, '').replace(/\{(\w+)\}/g, ':$1');
    const request = anyParameters(`${method} ${path}`);
    const id = nameFor(operation.operationId);
    const tests = named
      .filter((file) => file.requests.has(request) || file.id === id)
      .map((file) => file.path);
    const page = pageOf(operation.tags[0] ?? '');
    return { method, path, summary: operation.summary, page, tests };
  });
}

export function renderOperationsTable(rows: readonly OperationRow[]): string {
  const lines = rows.map(({ method, path, summary, page, tests }) => {
    const links = tests.map((test) => `[${nameOf(test)}](../../${test})`);
    return `| ${method} | \`${path}\` | ${summary} | [${page}](${page}) | ${links.join(', ')} |`;
  });
  return [
    '| Method | Path | Summary | Page | Tests |',
    '| ------ | ---- | ------- | ---- | ----- |',
    ...lines,
  ].join('\n');
}

/** Every test file of a folder, in one order everywhere. */
export function readTests(folder = 'test'): TestFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.test.ts'))
    .sort()
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}

const nameOf = (path: string): string => path.replace(/^.*\/|\.test\.ts$/g, '');
/** `POST /users/:id/keys`, wherever it stands in a file: most often in the name of a test. */
const requestsIn = (text: string): Set<string> =>
  new Set(
    [...text.matchAll(/\b(?:GET|POST|PUT|DELETE) \/[\w/:.]*/g)].map(([it]) => anyParameters(it)),
  );
/** What a parameter is called makes no difference. */
const anyParameters = (request: string): string =>
  request.replace(/:\w+/g, ':').replace(/(?<=.)\/$/, '');
/** What a test file of an operation would be called; a second method is tested with the first. */
const nameFor = (operationId: string): string =>
  operationId
    .replace(/With(?:Put|Post)$/, '')
    .replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The operation a file is called after: `create-user-rules` is about `create-user`, `confirmation` about `get-confirmation`. */
function operationOf(path: string, ids: readonly string[]): string | undefined {
  const name = nameOf(path);
  const isNamed = (id: string) =>
    name === id || name.startsWith(`${id}-`) || name === id.replace(/^[a-z]+-/, '');
  return ids.filter(isNamed).sort((a, b) => b.length - a.length)[0];
}
