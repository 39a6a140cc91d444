/** Names that are paths of the service, or are kept for one. */
const PATHS = new Set(
  `admin all api assets avatars dashboard docs favicon.ico files groups health help hooks issues
   merge_requests metrics new notes profile projects public repository robots.txt s search services
   session snippets teams u unsubscribes user users .well-known`.split(/\s+/),
);

/** Nobody's name, or that of the user who stands in for the deleted ones; whatever the letter case. */
const isReserved = (name: string): boolean => isPath(name) || name.toLowerCase() === 'ghost';
export const isPath = (name: string): boolean => PATHS.has(name.toLowerCase());

const SHAPE = /^[A-Za-z0-9_.][A-Za-z0-9_.-]*$/;

/**
 * What is unique of a username and looked up. Empty, which nobody has, for what has not the shape of one:
 * a server database would find `alice` by `alice` and a blank.
 */
export const usernameKey = (name: string): string => (SHAPE.test(name) ? name.toLowerCase() : '');

/** What is wrong with a username, or null. Length and emptiness are the parameter's own rules. */
export function usernameProblem(name: string): string | null {
  if (!SHAPE.test(name)) return 'is invalid';
  if (isReserved(name)) return `${name} is a reserved name`;
  return /\.$|\.git$|\.atom$/i.test(name) ? 'is invalid' : null;
}
