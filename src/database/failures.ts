/** A unique index refused a row. The service knows which field the index stands for. */
export class UniqueViolation extends Error {
  constructor(readonly index: string) {
    super(`The unique index ${index} refused the row`);
  }
}

/** A foreign key refused a row: a concurrent request deleted the referenced row, or added a reference to it. */
export class ReferenceViolation extends Error {
  constructor(cause: unknown) {
    super('A referenced row was changed concurrently', { cause });
  }
}

/** The database cannot be reached or responded too late. The outcome of a write may be unknown. */
export class DatabaseAway extends Error {
  constructor(cause: unknown) {
    super('The database does not respond', { cause });
  }
}
