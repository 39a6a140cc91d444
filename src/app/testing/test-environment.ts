/**
 * The environment variables of the process that runs the tests. All of them are read here: a runner hands nothing else
 * from its global setup to its worker processes.
 */
const { env } = process;

/** Has the URL that starts forges. `shareForges` sets it for the worker processes of a test runner. */
export const SHARED = 'TEST_FORGES';

export const sharedUrl = (): string | undefined => env[SHARED];

export function shareUrl(url: string): void {
  env[SHARED] = url;
}

export function unshareUrl(): void {
  Reflect.deleteProperty(env, SHARED);
}

/** Without what test runners and debuggers set for their own processes, such as `NODE_OPTIONS` and `NODE_ENV`. */
export const environmentOfChild = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('NODE_')));
