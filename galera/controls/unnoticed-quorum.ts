/** A service that does not know a node without quorum: it calls it ready, and its errors a bug. */
import { driverError, type Failure } from '../../src/database/engine.js';
import { MysqlEngine } from '../../src/database/engines/mysql-engine.js';

/** "WSREP has not yet prepared node for application use" */
const NOT_PREPARED = 1047;

interface Patched {
  ping: () => Promise<void>;
  classify: (this: unknown, error: unknown) => Failure;
}

const prototype = MysqlEngine.prototype as unknown as Patched;
const { classify } = prototype;
prototype.ping = () => Promise.resolve();
prototype.classify = function (error) {
  if (driverError(error)['errno'] === NOT_PREPARED) return { kind: 'fault' };
  return classify.call(this, error);
};
