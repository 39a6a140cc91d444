/** A startup failure the operator can fix. Only the message is printed, without a stack. */
export class CannotStart extends Error {}

/** What to print when the start fails: the message of a `CannotStart`, otherwise the error with its stack. */
export const explain = (error: unknown): unknown =>
  error instanceof CannotStart ? error.message : error;
