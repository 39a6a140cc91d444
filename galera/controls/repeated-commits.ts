/** A service that runs a unit of work again when COMMIT got no response. */
import { OutcomeUnknown } from '../../src/database/failures.js';
import { MysqlEngine } from '../../src/database/engines/mysql-engine.js';

type Commit = (this: unknown, ...values: never[]) => Promise<void>;

const prototype = MysqlEngine.prototype as { commit: Commit };
const { commit } = prototype;
prototype.commit = function (...values) {
  return commit.apply(this, values).catch((error: unknown) => {
    throw error instanceof OutcomeUnknown ? error.cause : error;
  });
};
