/** The routes outside `/api/v3`, as a host application can move them or leave them out. */
export const ROOT_ROUTES = ['health', 'docs', 'avatars', 'keyFiles', 'pages', 'home'] as const;
export type RootRoute = (typeof ROOT_ROUTES)[number];

/** True: at its usual path. False: left out. A path such as `/forge`: below that path, so at `/forge/health`. */
export type RootRoutes = Partial<Record<RootRoute, boolean | string>>;

/** For each route, the path that comes before its own. Null: the route is left out. */
export type RootPaths = Record<RootRoute, string | null>;

/** Where the root routes are when the service runs alone. */
export const USUAL_PATHS: RootPaths = {
  health: '',
  docs: '',
  avatars: '',
  keyFiles: '',
  pages: '',
  home: '',
};

export const ROOT_PATHS = Symbol('root paths');

/** One or more segments of unreserved characters. */
const PATH = /^(\/[\w.~-]+)+$/;

const isPathPrefix = (value: unknown): value is string =>
  typeof value === 'string' && PATH.test(value);

/** @returns the paths, and a sentence for each problem */
export function readRootRoutes(
  given: RootRoutes,
  usual: RootPaths,
): { paths: RootPaths; problems: string[] } {
  const problems = Object.keys(given)
    .filter((name) => !(ROOT_ROUTES as readonly string[]).includes(name))
    .map((name) => `rootRoutes.${name} is not a root route: use ${ROOT_ROUTES.join(', ')}`);
  const paths = { ...usual };
  for (const name of ROOT_ROUTES) {
    const value: unknown = given[name];
    if (value === undefined) continue;
    if (typeof value === 'boolean') paths[name] = value ? '' : null;
    else if (isPathPrefix(value)) paths[name] = value;
    else problems.push(`rootRoutes.${name} must be true, false or a path such as /forge`);
  }
  if (paths.home !== null && paths.pages === null)
    problems.push('rootRoutes.home needs the pages: set it to false, or leave the pages in');
  return { paths, problems };
}
