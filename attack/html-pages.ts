import type { Operation, OperationParam } from './operations.js';

const TEXT = { schema: { type: 'string' } } as const;

/** The pages of texts of users: HTML, and raw code. The document of the API has none of them; a test compares this list with the routes. */
export const HTML_PAGES: readonly Operation[] = [
  page('/'),
  page('/docs'),
  page('/users/confirmation', 'confirmation_token'),
  page('/public/projects', 'cursor'),
  page('/public/users', 'cursor'),
  page('/{owner}', 'cursor'),
  page('/{owner}/{project}'),
  ...['issues', 'merge_requests', 'snippets'].flatMap((list) => [
    page(`/{owner}/{project}/${list}`, 'page', ...(list === 'snippets' ? [] : ['state'])),
    page(`/{owner}/{project}/${list}/{number}`, 'cursor'),
  ]),
  page('/{owner}/{project}/snippets/{number}/raw'),
];

function page(template: string, ...inQuery: string[]): Operation {
  const inPath = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const params: OperationParam[] = [
    ...inPath.map((name) => ({ in: 'path', name, isRequired: true, ...TEXT }) as const),
    ...inQuery.map((name) => ({ in: 'query', name, isRequired: false, ...TEXT }) as const),
  ];
  return {
    ...{ id: `page ${template}`, method: 'GET', template, params },
    ...{ description: undefined, example: undefined, isPublic: true },
  };
}
