/** A service whose reads wait until the open units of work have ended. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { Database } from '../../src/database/database.js';

type Call = (this: Database, ...values: never[]) => Promise<unknown>;
const prototype = Database.prototype as unknown as Record<
  'unitWithOwnChecks' | 'requestUnit' | 'rows' | 'row',
  Call
>;
const isInUnit = new AsyncLocalStorage<boolean>();
const open = new Set<Promise<unknown>>();

// Every unit of work begins in one of the two.
for (const name of ['unitWithOwnChecks', 'requestUnit'] as const) {
  const unit = prototype[name];
  prototype[name] = async function (...values) {
    const running = isInUnit.run(true, () => unit.apply(this, values));
    open.add(running);
    try {
      return await running;
    } finally {
      open.delete(running);
    }
  };
}

for (const name of ['rows', 'row'] as const) {
  const read = prototype[name];
  prototype[name] = async function (...values) {
    if (!isInUnit.getStore()) await Promise.allSettled(open);
    return read.apply(this, values);
  };
}
