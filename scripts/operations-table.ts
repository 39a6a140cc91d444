import { METHODS, type OpenApiDocument } from '../src/http/openapi/document-types.js';

export interface OperationRow {
  operationId: string;
  method: string;
  /** Relative to /api/v3, in router syntax: `/users/:id`. */
  path: string;
  summary: string;
  page: string;
}

/** Pages of tags whose page has another name. */
const PAGES_BY_TAG: Record<string, string> = {
  Session: 'authentication.md',
  Members: 'projects.md',
  Health: 'requests.md',
};
const pageOf = (tag: string): string =>
  PAGES_BY_TAG[tag] ?? `${tag.toLowerCase().replaceAll(' ', '-')}.md`;

/** Lists all operations, each with its page. */
export const listOperations = ({ paths }: OpenApiDocument): OperationRow[] =>
  Object.entries(paths).flatMap(([template, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      if (!operation) return [];
      const { operationId, summary, tags } = operation;
      const path = template.replace(/^\/api\/v3/, '').replace(/\{(\w+)\}/g, ':$1');
      return [
        { operationId, method: method.toUpperCase(), path, summary, page: pageOf(tags[0] ?? '') },
      ];
    }),
  );

/** Renders one group of rows for each page. Pages and paths that repeat are left out. */
export function renderOperationsTable(rows: readonly OperationRow[]): string {
  const pages = [...new Set(rows.map(({ page }) => page))].sort();
  const lines = pages.flatMap((page) => {
    const operations = rows
      .filter((row) => row.page === page)
      .map(({ method, path, summary }) => `\`${method} ${shortenPath(path)}\` | ${summary} |`);
    return [...new Set(operations)].map(
      (operation, i) => `| ${i === 0 ? `[${page}](${page})` : ''} | ${operation}`,
    );
  });
  return ['| Page | Operation | |', '| --- | --- | --- |', ...lines].join('\n');
}

/** Notes and awards have the same operations on several resources. The documents describe them once. */
export const shortenPath = (path: string): string =>
  path.replace(/^.*(?=\/(?:notes|award_emoji))/, '...');
