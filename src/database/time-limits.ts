/** How long the database may take, in milliseconds. A request has 14 s. */
export const TIME_LIMITS = {
  /** For a read, or for a unit of work with all its retries. */
  unit: 10_000,
  /** For a single statement. The server itself ends it a second earlier. */
  statement: 8_000,
  /** After this, the response to COMMIT counts as lost. */
  commit: 2_000,
};
