import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { UniqueViolation } from '../../database/failures.js';
import { RequestScope } from '../../database/request-scope.js';
import { DirectoryStateRepository } from '../directory/directory-state.repository.js';

/** The rows that instances share. */
@Injectable()
export class DirectoryStates {
  constructor(
    private readonly database: Database,
    readonly repository: DirectoryStateRepository,
  ) {}

  /** Runs `work` in a unit of work of its own. */
  write<Result>(work: (states: DirectoryStateRepository) => Promise<Result>): Promise<Result> {
    return this.database.unit(RequestScope.background, (unit) =>
      work(unit.withRepository(this.repository)),
    );
  }

  /** Adds the row of the directory if it is missing. */
  async ensure(provider: string): Promise<void> {
    if (await this.repository.findLease(provider)) return;
    await this.write((states) => states.addProvider(provider)).catch((error: unknown) => {
      // Another instance added it.
      if (!(error instanceof UniqueViolation)) throw error;
    });
  }
}
