/** A unique index refused a row. The service that wrote it knows which field that is. */
export class UniqueViolation extends Error {
  constructor(readonly index: string) {
    super(`The unique index ${index} refused the row`);
  }
}

/**
 * A foreign key refused a row: what it points at vanished in between, or something points at what should
 * vanish. The services look first, so this is a race that was lost.
 */
export class ReferenceViolation extends Error {
  constructor(cause: unknown) {
    super('What a row refers to has changed meanwhile', { cause });
  }
}

/** The database is away, or answered too late. Nothing is known to have been kept. */
export class DatabaseAway extends Error {
  constructor(cause: unknown) {
    super('The database does not answer', { cause });
  }
}
