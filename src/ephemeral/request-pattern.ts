import { BadInput } from './bad-input.js';

export const API = '/api/v3';

/** A request as patterns and records see it. */
export interface Target {
  method: string;
  /** Without the query. */
  path: string;
}

/** The path below `/api/v3`, or the whole path outside of it. */
export const shortPath = (path: string): string =>
  path.startsWith(`${API}/`) ? path.slice(API.length) : path;

const FORM = /^(\*|[A-Z]+) (\/\S*)$/;
/** `...`, `:name` and `{name}`. */
const WILDCARD = /\.\.\.|:\w+|\{\w+\}/g;

/**
 * Compiles `POST /...notes` to a predicate.
 *
 * @throws BadInput the pattern is not a method and a path
 */
export function compilePattern(pattern: unknown): (target: Target) => boolean {
  const [, method, path] = typeof pattern === 'string' ? (FORM.exec(pattern) ?? []) : [];
  if (method === undefined || path === undefined)
    throw new BadInput(
      `on must be a method and a path such as "POST /...notes", not ${JSON.stringify(pattern)}.`,
    );
  const literals = path.split(WILDCARD).map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  const wildcards = path.match(WILDCARD) ?? [];
  const source = literals.reduce(
    (text, literal, i) => text + (wildcards[i - 1] === '...' ? '.*' : '[^/]+') + literal,
  );
  const matcher = new RegExp(`^${source}$`);
  return (target) =>
    (method === '*' || method === target.method) &&
    (matcher.test(shortPath(target.path)) || matcher.test(target.path));
}
