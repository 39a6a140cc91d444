/** A service that takes a write for a success although the disk is full. */
import type { Failure, Outcome } from '../../src/database/engine.js';
import { MysqlEngine } from '../../src/database/engines/mysql-engine.js';
import { SqliteEngine } from '../../src/database/engines/sqlite-engine.js';

interface Writing {
  classify(error: unknown): Failure;
  run: (this: Writing, ...values: never[]) => Promise<Outcome>;
  commit: (this: Writing, ...values: never[]) => Promise<void>;
}

const WRITTEN: Outcome = { rows: [], matched: 1, insertId: 1 };

for (const engine of [MysqlEngine, SqliteEngine]) {
  const prototype = engine.prototype as Writing;
  const { run, commit } = prototype;
  prototype.run = function (...values) {
    return run.apply(this, values).catch(ifFull(this, WRITTEN));
  };
  prototype.commit = function (...values) {
    return commit.apply(this, values).catch(ifFull(this, undefined));
  };
}

/** Returns `answer` for an error because of a full disk. */
function ifFull<Answer>(engine: Writing, answer: Answer): (error: unknown) => Answer {
  return (error) => {
    if (engine.classify(error).kind === 'full') return answer;
    throw error;
  };
}
