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

/**
 * For commands that copy all data: no request waits for them. A page of the largest texts has 400 MB. A busy disk may
 * need longer for it than a request has.
 */
export const COPY_LIMITS: TimeLimits = { unit: 120_000, statement: 60_000, commit: 30_000 };
