/** How long the database may take, in milliseconds. */
export interface TimeLimits {
  /** For a read, or for a unit of work with all its retries. */
  unit: number;
  /** For a single statement. The server itself ends it a second earlier. */
  statement: number;
  /** After this, the response to COMMIT counts as lost. */
  commit: number;
}

/** A request has 14 s. */
export const REQUEST_LIMITS: TimeLimits = { unit: 10_000, statement: 8_000, commit: 2_000 };
