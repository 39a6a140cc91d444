import type { FastifyRequest } from 'fastify';
import { BadInput } from './bad-input.js';

export const API = '/api/v3';

/** A request as patterns and records see it. */
export interface Target {
  method: string;
  /** As the service routes it: without the query, a slash at the end, and the suffix `.json` of older clients. */
  path: string;
  /** The same with `.json`, if the client sent it. */
  sentPath: string;
}

export const targetOf = ({ method, url, originalUrl }: FastifyRequest): Target => ({
  method,
  path: pathOf(url),
  sentPath: pathOf(originalUrl),
});

/** The request line of a proxy also has the host. */
const pathOf = (url: string): string =>
  withoutSlash((url.split('?', 1)[0] ?? '').replace(/^\w+:\/\/[^/]*/, ''));

const withoutSlash = (path: string): string => path.replace(/(?<=.)\/$/, '');

/** The path below `/api/v3`, or the whole path outside of it. */
export const shortPath = (path: string): string =>
  path.startsWith(`${API}/`) ? path.slice(API.length) : path;

const FORM = /^(\*|[A-Z]+) (\/\S*)$/;
/** `...`, `:name` and `{name}`. */
const WILDCARD = /\.\.\.|:\w+|\{\w+\}/g;

/** @throws BadInput the pattern is not a method and a path without a query */
function parse(pattern: unknown): { method: string; path: string } {
  const [, method, path] = typeof pattern === 'string' ? (FORM.exec(pattern) ?? []) : [];
  if (method === undefined || path === undefined)
    throw new BadInput(
      `on must be a method and a path such as "POST /...notes", not ${JSON.stringify(pattern)}.`,
    );
  if (path.includes('?'))
    throw new BadInput(
      `on matches paths without the query: leave out ${path.replace(/^[^?]*/, '')}.`,
    );
  return { method, path: withoutSlash(path) };
}

/**
 * Compiles `POST /...notes` to a predicate.
 *
 * @throws BadInput the pattern is not a method and a path without a query
 */
export function compilePattern(pattern: unknown): (target: Target) => boolean {
  const { method, path } = parse(pattern);
  const literals = path.split(WILDCARD).map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  const wildcards = path.match(WILDCARD) ?? [];
  const source = literals.reduce(
    (text, literal, i) => text + (wildcards[i - 1] === '...' ? '.*' : '[^/]+') + literal,
  );
  const matcher = new RegExp(`^${source}$`);
  return (target) =>
    (method === '*' || method === target.method) &&
    [target.path, target.sentPath].some((one) => matcher.test(shortPath(one)) || matcher.test(one));
}
