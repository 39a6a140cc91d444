/** What keeps the service from starting, in words its operator can act on; nothing else of it is shown. */
export class CannotStart extends Error {}

/** What to print of a start that failed: a sentence where the operator can mend it, else the whole error. */
export const explain = (error: unknown): unknown =>
  error instanceof CannotStart ? error.message : error;
