import { LoggableError } from '../base/log/loggable-error.js';

/** A unique index refused a row. The service knows which field the index stands for. */
export class UniqueViolation extends LoggableError {
  constructor(readonly index: string) {
    super(`The unique index ${index} refused the row`);
  }
}

/** A foreign key refused a row: a concurrent request deleted the referenced row, or added a reference to it. */
export class ReferenceViolation extends LoggableError {
  constructor(cause: unknown) {
    super('A referenced row was changed concurrently', { cause });
  }
}

/** The database cannot be reached, cannot write or responded too late. Nothing was stored. */
export class DatabaseUnavailable extends LoggableError {
  constructor(cause: unknown) {
    super('The database does not respond', { cause });
  }
}

/** A newer program has migrated the database, and this program cannot work with it. Nothing was stored. */
export class NewerSchema extends DatabaseUnavailable {
  constructor() {
    super(new LoggableError('A newer version of Forgenote has migrated the database'));
  }
}

/** COMMIT, or a write of one statement, got no response. The write may be stored or not, now or later. */
export class OutcomeUnknown extends LoggableError {
  constructor(cause: unknown) {
    super('It is not known whether the database stored the write', { cause });
  }
}

/**
 * For units of work that a request runs before its own: they may be stored, but nothing that the client asked for. So
 * their unknown outcome is not one of the request.
 *
 * @throws DatabaseUnavailable instead of OutcomeUnknown. Other errors are passed on
 */
export function failedBeforehand(error: unknown): never {
  throw error instanceof OutcomeUnknown ? new DatabaseUnavailable(error) : error;
}
