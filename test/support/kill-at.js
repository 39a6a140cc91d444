/**
 * For `node --import`, before the program: from the start of a synchronization on, it counts the statements sent to the
 * database. `kill-at.js?at=12` kills the process before the twelfth is sent, `kill-at.js?at=12&sent` right after that.
 * `at=0` kills nothing and prints the count at the end.
 */
import { MysqlEngine } from '../../dist/src/database/engines/mysql-engine.js';
import { SqliteEngine } from '../../dist/src/database/engines/sqlite-engine.js';

const { searchParams } = new URL(import.meta.url);
const at = Number(searchParams.get('at'));
const isSent = searchParams.has('sent');
const START = /UPDATE directories SET lease_owner/;
let count = 0;

const kill = () => process.kill(process.pid, 'SIGKILL');

for (const { prototype } of [SqliteEngine, MysqlEngine])
  for (const name of ['read', 'write', 'run', 'commit']) {
    const send = prototype[name];
    prototype[name] = function (...values) {
      const hasStarted = count > 0 || values.some((value) => START.test(value?.text));
      if (hasStarted) count++;
      const isLast = hasStarted && count === at;
      if (isLast && !isSent) kill();
      const result = send.apply(this, values);
      // The statement has left the process, or is complete.
      if (isLast) setImmediate(kill);
      return result;
    };
  }

if (at === 0) process.on('exit', () => process.stderr.write(`statements: ${count}\n`));
