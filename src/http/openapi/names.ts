import type { RouteDescription } from './routes.js';

/** The path segments below the prefix: `users`, `:id`, `keys`. `:username.keys` counts as two segments. */
export function segmentsOf(path: string): string[] {
  return path
    .replace(/^\/api\/v\d+(?=\/)/, '')
    .split(/[/.]/)
    .filter((segment) => segment !== '');
}

export const isParameter = (segment: string | undefined): boolean =>
  segment?.startsWith(':') ?? false;

export function singular(noun: string): string {
  return noun.replace(/ies$/, 'y').replace(/s$/, '');
}

const isPlural = (noun: string | undefined): boolean => /s$/.test(noun ?? '');
const words = (text: string): string[] => text.split(/[_\W]+/);
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** `MergeRequest` for `merge_request` or `Merge request`. */
export const pascalCase = (text: string): string => words(text).map(capital).join('');

const VERBS = { get: 'get', put: 'update', post: 'create', delete: 'delete' };

/**
 * Derives the operation id from method and path. Client generators use it as a method name: `listIssueNotes`,
 * `createUserKey`, `blockUser`, `getCurrentUser`, `listVisibleProjects`.
 */
export function operationId(
  { method, path, handler }: Pick<RouteDescription, 'method' | 'path' | 'handler'>,
  isList: boolean,
): string {
  const segments = segmentsOf(path);
  const action = actionOf(segments, handler, method);
  const verb = action ?? (isList ? 'list' : VERBS[method]);
  const nouns = nounsOf(action === undefined ? segments : segments.slice(0, -1), isList);
  return verb + nouns.map(pascalCase).join('');
}

/** Returns the last segment if it is an action such as `block`: the handler then has the same name. */
function actionOf(segments: string[], handler: string, method: string): string | undefined {
  const last = segments.at(-1) ?? '';
  const isAction = method !== 'get' && isParameter(segments.at(-2)) && handler.startsWith(last);
  return isAction && last !== '' ? last : undefined;
}

function nounsOf(segments: string[], isList: boolean): string[] {
  const nouns = segments.flatMap((segment, i) => {
    if (isParameter(segment)) return [];
    const isOne = isParameter(segments[i + 1]) || (i === segments.length - 1 && !isList);
    return [isOne ? singular(segment) : segment];
  });
  if (segments[0] === 'user') nouns[0] = 'current_user';
  // /projects/visible: the last segment is an adjective and goes first.
  if (isPlural(segments.at(-2)) && !segments.slice(-2).some(isParameter))
    nouns.push(...nouns.splice(-2, 1));
  // listIssueNotes, not listProjectIssueNotes: issues always belong to a project.
  return nouns[0] === 'project' && nouns.length > 2 ? nouns.slice(1) : nouns;
}
