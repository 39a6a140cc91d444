/** A service that runs some units of work again after they were committed. */
import { MysqlEngine } from '../../src/database/engines/mysql-engine.js';

const EVERY = 20;
const DEADLOCK = { code: 'ER_LOCK_DEADLOCK', errno: 1213 };

type Commit = (this: unknown, ...values: never[]) => Promise<void>;

const prototype = MysqlEngine.prototype as { commit: Commit };
const { commit } = prototype;
let count = 0;
prototype.commit = async function (...values) {
  await commit.apply(this, values);
  if (++count % EVERY === 0) throw Object.assign(new Error('Not true'), DEADLOCK);
};
