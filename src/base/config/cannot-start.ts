import { errorText } from '../log/loggable.js';
import { LoggableError } from '../log/loggable-error.js';

/** A startup failure the operator can fix. Only the message is printed, without a stack. */
export class CannotStart extends LoggableError {}

/** Options of the command line that do not go together, or that are missing. */
export class UsageError extends CannotStart {}

/** What to print when the start fails: the message of a `CannotStart`, otherwise what the log may contain of it. */
export const explain = (error: unknown): string =>
  error instanceof CannotStart ? error.message : errorText(error);
