/** A time further ahead than this is a mistake, which must not last until the clock gets there. */
const MAX_AHEAD_MS = 86_400_000;

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** The newest time that `currentTime` has returned. */
  latest: number;
}

const ofProcess: Clock = { now: () => Date.now(), latest: 0 };
let find: () => Clock | undefined = () => undefined;
const clock = (): Clock => find() ?? ofProcess;

/** Test forges have a clock each. @param finder undefined for code that runs for none of them */
export function useClocks(finder: () => Clock | undefined): void {
  find = finder;
}

/** Milliseconds since 1970, as the clock says. For new and changed rows, use `currentTime`. */
export const clockTime = (): number => clock().now();

/**
 * The time for new and changed rows, in milliseconds since 1970. Never before a time that it has returned, so rows
 * keep their order when somebody sets the clock of the machine back.
 */
export function currentTime(): number {
  const current = clock();
  return (current.latest = Math.max(current.latest, current.now()));
}

/** Continues after a time that the database has, because the clock may have been set back since. */
export function continueAfter(time: number): void {
  const current = clock();
  if (time <= current.now() + MAX_AHEAD_MS) current.latest = Math.max(current.latest, time);
}

/**
 * SQL for a time that only grows: `:now`, unless the column is already later. Another instance may have another
 * clock, and the value may come from before a restart.
 */
export const nowOrLater = (column: string): string =>
  `CASE WHEN ${column} > :now THEN ${column} ELSE :now END`;
