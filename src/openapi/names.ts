import type { RouteDescription } from './routes.js';

/** The steps of a path below the prefix: `users`, `:id`, `keys`; of `:username.keys` both parts. */
export function stepsOf(path: string): string[] {
  return path
    .replace(/^\/api\/v\d+(?=\/)/, '')
    .split(/[/.]/)
    .filter((step) => step !== '');
}

export const isParameter = (step: string | undefined): boolean => step?.startsWith(':') ?? false;

export function singular(noun: string): string {
  return noun.replace(/ies$/, 'y').replace(/s$/, '');
}

const isPlural = (noun: string | undefined): boolean => /s$/.test(noun ?? '');
const words = (text: string): string[] => text.split(/[_\W]+/);
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const VERBS = { get: 'get', put: 'update', post: 'create', delete: 'delete' };

/**
 * A name fit for a method of a client, read off the wire: `listIssueNotes`, `createUserKey`, `blockUser`,
 * `getCurrentUser`, `listVisibleProjects`.
 */
export function operationId(
  { method, path, handler }: Pick<RouteDescription, 'method' | 'path' | 'handler'>,
  isList: boolean,
): string {
  const steps = stepsOf(path);
  const action = actionOf(steps, handler, method);
  const verb = action ?? (isList ? 'list' : VERBS[method]);
  const nouns = nounsOf(action === undefined ? steps : steps.slice(0, -1), isList);
  return verb + nouns.flatMap(words).map(capital).join('');
}

/** `block` of PUT /users/:id/block: what is done, not a thing. Its handler is named after it. */
function actionOf(steps: string[], handler: string, method: string): string | undefined {
  const last = steps.at(-1) ?? '';
  const isAction = method !== 'get' && isParameter(steps.at(-2)) && handler.startsWith(last);
  return isAction && last !== '' ? last : undefined;
}

function nounsOf(steps: string[], isList: boolean): string[] {
  const nouns = steps.flatMap((step, i) => {
    if (isParameter(step)) return [];
    const isOne = isParameter(steps[i + 1]) || (i === steps.length - 1 && !isList);
    return [isOne ? singular(step) : step];
  });
  if (steps[0] === 'user') nouns[0] = 'current_user';
  // /projects/visible: the last step says which of them.
  if (isPlural(steps.at(-2)) && !steps.slice(-2).some(isParameter))
    nouns.push(...nouns.splice(-2, 1));
  // That an issue's notes are a project's goes without saying.
  return nouns[0] === 'project' && nouns.length > 2 ? nouns.slice(1) : nouns;
}
