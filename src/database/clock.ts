/** A time further ahead than this is a mistake, which must not last until the clock gets there. */
const MAX_AHEAD_MS = 86_400_000;

/** The newest time that was returned. Test forges replace it by one for each forge. */
export const lastTime = { ms: 0 };

/**
 * The time for new and changed rows, in milliseconds since 1970. Never before a time that it has returned, so rows
 * keep their order when somebody sets the clock of the machine back.
 */
export function currentTime(): number {
  return (lastTime.ms = Math.max(lastTime.ms, Date.now()));
}

/** Continues after a time that the database has, because the clock may have been set back since. */
export function continueAfter(time: number): void {
  if (time <= Date.now() + MAX_AHEAD_MS) lastTime.ms = Math.max(lastTime.ms, time);
}

/**
 * SQL for a time that only grows: `:now`, unless the column is already later. Another instance may have another
 * clock, and the value may come from before a restart.
 */
export const nowOrLater = (column: string): string =>
  `CASE WHEN ${column} > :now THEN ${column} ELSE :now END`;
