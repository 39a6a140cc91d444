/** A service that responds with an error and completes the write later. */
import { Database, type Unit } from '../../src/database/database.js';
import { RequestScope } from '../../src/database/request-scope.js';

const LATER_MS = 500;

type Work = (unit: Unit) => Promise<unknown>;
type RunUnit = (this: Database, scope: RequestScope, work: Work) => Promise<unknown>;
// `unit` and `lockedUnit` run it too.
const prototype = Database.prototype as { unitWithOwnChecks: RunUnit };
const { unitWithOwnChecks: unit } = prototype;

prototype.unitWithOwnChecks = async function (scope, work) {
  try {
    return await unit.call(this, scope, work);
  } catch (error) {
    // No deadline of a request stops the later write.
    const write = () => unit.call(this, RequestScope.background, work);
    setTimeout(() => void write().catch(() => undefined), LATER_MS);
    throw error;
  }
};
