/** A service that responds to the creation of a note before COMMIT. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Database, Unit } from '../../src/database/database.js';
import { RequestScope } from '../../src/database/request-scope.js';
import { NotesService } from '../../src/features/notes/notes.service.js';

/** Long enough that a kill under load hits it. */
const UNTIL_COMMIT_MS = 50;

type Create = (this: { database: Database }, ...values: never[]) => Promise<unknown>;
const prototype = NotesService.prototype as unknown as { create: Create };
const { create } = prototype;

prototype.create = function (...values) {
  const { database } = this;
  const unit: Database['unit'] = (scope, work) => runEarly(database, scope, work);
  const early = Object.create(database, { unitWithOwnChecks: { value: unit } }) as Database;
  const service = Object.create(this, { database: { value: early } }) as { database: Database };
  return create.apply(service, values);
};

/** Resolves as soon as the work is done. The COMMIT follows. */
function runEarly<Result>(
  database: Database,
  scope: RequestScope,
  work: (unit: Unit) => Promise<Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const answerFirst = async (unit: Unit) => {
      const result = await work(unit);
      resolve(result);
      await delay(UNTIL_COMMIT_MS);
    };
    // The scope of the request ends with the response. With a key, the unit has to join that of the request.
    const outside = scope.unit ? scope : RequestScope.background;
    database.unit(outside, answerFirst).catch(reject);
  });
}
