/** A service that says of some units of work that nothing was stored, after they were committed. */
import { DatabaseUnavailable } from '../../src/database/failures.js';
import { MysqlEngine } from '../../src/database/engines/mysql-engine.js';

const EVERY = 5;

type Commit = (this: unknown, ...values: never[]) => Promise<void>;

const prototype = MysqlEngine.prototype as { commit: Commit };
const { commit } = prototype;
let count = 0;
prototype.commit = async function (...values) {
  await commit.apply(this, values);
  if (++count % EVERY === 0) throw new DatabaseUnavailable(new Error('Not true'));
};
