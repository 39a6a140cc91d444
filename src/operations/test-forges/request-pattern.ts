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
  const steps = stepsOf(path);
  return (target) => {
    if (method !== '*' && method !== target.method) return false;
    const paths = [target.path, target.sentPath].flatMap((one) => [one, shortPath(one)]);
    return [...new Set(paths)].some((one) => matches(steps, one));
  };
}

/** Any text, which a pattern writes as three dots. */
const ANY = 1;
/** One character of a segment. */
const ONE = 2;
/** Further characters of a segment, or none. */
const REST = 3;
type Step = string | typeof ANY | typeof ONE | typeof REST;

/** Single characters and wildcards. `:name` and `{name}` are one character of a segment and the rest. */
const stepsOf = (path: string): Step[] =>
  [...path.matchAll(/(\.\.\.)|(:\w+|\{\w+\})|./gsu)].flatMap(([text, any, segment]): Step[] => {
    if (any !== undefined) return [ANY];
    return segment === undefined ? [text] : [ONE, REST];
  });

/**
 * Follows all ways to match at once and never goes back. A regular expression would take minutes for many `...` and a
 * long path.
 */
function matches(steps: readonly Step[], path: string): boolean {
  let places = new Set<number>();
  reach(steps, places, 0);
  for (const character of path) {
    const next = new Set<number>();
    for (const place of places) {
      const step = steps[place];
      const isSegment = character !== '/';
      if (step === ANY || (step === REST && isSegment)) reach(steps, next, place);
      else if (step === character || (step === ONE && isSegment)) reach(steps, next, place + 1);
    }
    places = next;
  }
  return places.has(steps.length);
}

/** Adds the place before a step, and those that are reached from it without a character. */
function reach(steps: readonly Step[], places: Set<number>, from: number): void {
  for (let place = from; !places.has(place); place++) {
    const step = steps[place];
    // What can follow an earlier place can follow `...` too, so the earlier ones need not be followed.
    if (step === ANY) places.clear();
    places.add(place);
    if (step !== ANY && step !== REST) return;
  }
}
