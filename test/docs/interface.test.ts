import { existsSync, readdirSync, readFileSync } from 'node:fs';
import {
  listOperations,
  renderOperationsTable,
  shortenPath,
} from '../../scripts/operations-table.js';
import type { OpenApiDocument, OpenApiOperation } from '../../src/http/openapi/document-types.js';
import { startForge, type Forge } from '../support/app.js';
import { readTests, untestedOperations } from '../support/untested-operations.js';

const FOLDER = new URL('../../docs/interface/', import.meta.url);
const read = (page: string) => readFileSync(new URL(page, FOLDER), 'utf8');
const pages = readdirSync(FOLDER).filter((name) => name.endsWith('.md'));

let forge: Forge;
let document: OpenApiDocument;
let rows: ReturnType<typeof listOperations>;

beforeAll(async () => {
  forge = await startForge();
  ({ document } = forge.contract);
  rows = listOperations(document);
  const project = await forge.seed.project(await forge.seed.user());
  await forge.root.post(`${project.at}/members`, { user_id: 1, access_level: 30 });
  await forge.root.post(`${project.at}/issues`, { title: 'An issue' });
  await forge.root.post(`${project.at}/merge_requests`, {
    ...{ title: 'A change', source_branch: 'change', target_branch: 'master' },
  });
  await forge.root.post(`${project.at}/snippets`, {
    ...{ title: 'A snippet', file_name: 'a.txt', code: 'x', visibility_level: 0 },
  });
});
afterAll(() => forge.close());

/** The names of the parameters an operation has to itself. */
function parametersOf({ parameters = [], requestBody }: OpenApiOperation): string[] {
  const inQuery = parameters.flatMap((one) =>
    'in' in one && one.in === 'query' ? [one.name] : [],
  );
  const [body] = Object.values(requestBody?.content ?? {});
  const component = document.components.schemas[body?.schema.$ref?.split('/').at(-1) ?? ''];
  const fields = (component ?? body?.schema)?.properties ?? {};
  const paging = ['page', 'per_page', 'pagination', 'cursor'];
  return [...inQuery, ...Object.keys(fields)].filter((name) => !paging.includes(name));
}

/** What existing clients send and the service ignores, over all operations. */
const HISTORIC_FIELDS = [
  // Projects and members
  ...['issues_enabled', 'merge_requests_enabled', 'builds_enabled', 'wiki_enabled', 'wall_enabled'],
  ...['snippets_enabled', 'container_registry_enabled', 'shared_runners_enabled', 'lfs_enabled'],
  ...['request_access_enabled', 'public_builds', 'only_allow_merge_if_build_succeeds'],
  ...['only_allow_merge_if_all_discussions_are_resolved', 'namespace_id', 'import_url'],
  ...['default_branch', 'simple', 'statistics', 'expires_at'],
  // Issues, merge requests and snippets
  ...['milestone_id', 'due_date', 'merge_request_for_resolving_discussions'],
  ...['updated_at', 'remove_source_branch', 'target_project_id', 'source_branch', 'lifetime'],
  // Users
  ...['theme_id', 'color_scheme_id', 'can_create_team', 'reset_password'],
];

const codesIn = (text: string): string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

describe('docs/interface/README.md', () => {
  it('lists every operation', () => {
    expect(read('README.md')).toContain(`\n${renderOperationsTable(rows)}\n`);
  });

  it('lists no operation without a test', () => {
    expect(untestedOperations(rows, readTests())).toEqual([]);
  });
});

describe('docs/interface', () => {
  it('documents every operation on its page', () => {
    const missing = rows.filter(
      ({ method, path, page }) => !read(page).includes(`\`${method} ${shortenPath(path)}\``),
    );
    expect(missing.map(({ method, path, page }) => `${page}: ${method} ${path}`)).toEqual([]);
  });

  it('documents every parameter on the page of its operation', () => {
    const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
    const pageOf = new Map(rows.map(({ summary, page }) => [summary, page]));
    const missing = operations.flatMap((operation) => {
      const text = read(pageOf.get(operation.summary) ?? '');
      return parametersOf(operation)
        .filter((name) => !text.includes(`\`${name}\``))
        .map((name) => `${operation.operationId}: ${name}`);
    });
    expect(missing).toEqual([]);
  });

  const ignored = pages.flatMap((page) =>
    [...read(page).matchAll(/^- ((?:`[A-Z]+ \S+`(?:, |: ))+)(.+)$/gm)].flatMap(
      ([, operations = '', names = '']) =>
        codesIn(operations).map((operation) => [operation, codesIn(names)] as const),
    ),
  );

  // The service ignores every unknown field, so no response shows that a name is wrong.
  it('spells the fields without effect as existing clients do', () => {
    const documented = ignored.flatMap(([, names]) => names);
    expect(documented.filter((name) => !HISTORIC_FIELDS.includes(name))).toEqual([]);
  });

  it.each(ignored)('lists fields that %s accepts without effect: %j', async (operation, names) => {
    const [method = '', path = ''] = operation.split(' ');
    const documented = rows.find((row) => `${row.method} ${row.path}` === operation);
    expect(documented).toBeDefined();
    const declared = Object.values(document.paths)
      .flatMap((item) => Object.values(item))
      .filter(({ summary }) => summary === documented?.summary)
      .flatMap(parametersOf);
    expect(names.filter((name) => declared.includes(name))).toEqual([]);
    const given = Object.fromEntries(names.map((name) => [name, 'x']));
    const { status, body } = await forge.root.send(
      method,
      `${path.replace(/:\w+/g, '1')}?${new URLSearchParams(given).toString()}`,
      method === 'GET' ? undefined : {},
    );
    const { message = {} } = body as { message?: object };
    expect([[200, 400].includes(status), typeof message]).toEqual([true, 'object']);
    expect(names.filter((name) => name in message)).toEqual([]);
  });

  it.each(pages)('has working links: %s', (page) => {
    const links = [...read(page).matchAll(/\]\(([^)#]+)(?:#([^)]+))?\)/g)];
    const dead = links.filter(([, path = '', anchor]) => {
      const target = new URL(path, FOLDER);
      if (!existsSync(target)) return true;
      return anchor !== undefined && !anchorsOf(readFileSync(target, 'utf8')).includes(anchor);
    });
    expect(dead.map(([link]) => link)).toEqual([]);
  });
});

/** As GitHub makes them of headings. */
const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
