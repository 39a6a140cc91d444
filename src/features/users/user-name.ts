/** Paths of the service, and names kept for future paths. */
const PATHS = new Set(
  `admin all api assets avatars dashboard docs favicon.ico files groups health help hooks issues
   merge_requests metrics new notes profile projects public repository robots.txt s search services
   session snippets teams u unsubscribes user users .well-known`.split(/\s+/),
);

/** Username of the user who becomes the author of what deleted users wrote. */
export const GHOST = 'ghost';
/** The ghost is visible, but nobody can change it. */
export const isGhost = ({ username }: { username: string }): boolean => username === GHOST;

export const isPath = (name: string): boolean => PATHS.has(name.toLowerCase());
/** Usernames that nobody can take, in lower case. */
export const RESERVED_NAMES: readonly string[] = [...PATHS, GHOST].toSorted();
const isReserved = (name: string): boolean => RESERVED_NAMES.includes(name.toLowerCase());

const SHAPE = /^[A-Za-z0-9_.][A-Za-z0-9_.-]*$/;
/** Names of users and projects in paths. The endings have a meaning of their own in URLs. */
export const NAME_PATTERN =
  '^(?!.*(?:\\.|\\.[Gg][Ii][Tt]|\\.[Aa][Tt][Oo][Mm])$)[A-Za-z0-9_.][A-Za-z0-9_.-]*$';
const NAME = new RegExp(NAME_PATTERN);

/** The problem with the form of a name in paths, or null. */
export const nameProblem = (name: string): string | null => (NAME.test(name) ? null : 'is invalid');

/**
 * The unique form of a username. Empty, which no user has, if the text cannot be a username: MariaDB ignores
 * trailing spaces and would find `alice` for `alice `.
 */
export const usernameKey = (name: string): string => (SHAPE.test(name) ? name.toLowerCase() : '');

/** The problem with a username, or null. The parameter itself checks its length. */
export function usernameProblem(name: string): string | null {
  return nameProblem(name) ?? (isReserved(name) ? `${name} is a reserved name` : null);
}
