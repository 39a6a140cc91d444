import { setImmediate as nextTurn } from 'node:timers/promises';
import { nextBatch } from '../../database/batches.js';
import type { Database, Unit } from '../../database/database.js';
import { RequestScope } from '../../database/request-scope.js';
import type { Values } from '../../database/statement.js';
import type { OwnerStep, Step } from './deletion-plan.js';

/** The unit of work would delete or change more rows than it may. */
export class TooManyRows extends Error {}

/** How many more rows a unit of work may delete or change. */
interface Allowance {
  rows: number;
}

/** In a unit of work without a limit. */
const MAX_PER_STATEMENT = 1_000;

const stepsDown = (step: Step): step is OwnerStep => 'owned' in step;

/**
 * Deletes the rows of a step in the caller's unit of work. The caller has locked their owner.
 *
 * @throws TooManyRows they are more than the allowance
 */
async function deleteInUnit(
  unit: Unit,
  step: Step,
  values: Values,
  allowance: Allowance,
): Promise<void> {
  for (let isFull = true; isFull;) {
    // One row more than allowed shows that there are too many, before any is written.
    const limit = step.last ? MAX_PER_STATEMENT : Math.min(allowance.rows + 1, MAX_PER_STATEMENT);
    const batch = await nextBatch(unit, step, values, limit);
    ({ isFull } = batch);
    if (batch.count === 0) return;
    if (!step.last) allowance.rows -= batch.count;
    if (allowance.rows < 0) throw new TooManyRows();
    const named = { ...values, ids: batch.ids };
    if (stepsDown(step)) await deleteOwners(unit, step, named, allowance);
    else await unit.write(step.write, named);
    // The embedded engine blocks the process during a statement. Other requests run in between.
    await nextTurn();
  }
}

/** Locks the owners `ids`, then deletes what belongs to them, then the owners. */
export async function deleteOwners(
  unit: Unit,
  { table, lock, owned, write }: OwnerStep,
  values: Values,
  allowance: Allowance,
): Promise<void> {
  const named = { ...values, [table]: values['ids'] ?? '' };
  await unit.lock(lock, named);
  for (const step of owned) await deleteInUnit(unit, step, named, allowance);
  await unit.write(write, named);
}

interface BatchOptions {
  rowsPerBatch: number;
  rowsPerUnit: number;
  /** Runs after each batch. If it throws, the rest stays. */
  pause: () => Promise<void>;
}

/**
 * Deletes the rows of a step in batches, each in its own unit of work. It can be interrupted and run again, and
 * several processes can run it at once.
 *
 * @throws TooManyRows others added many rows while this ran: run it again
 */
export async function deleteInBatches(
  database: Database,
  step: Step,
  values: Values,
  options: BatchOptions,
): Promise<void> {
  for (let isFull = true; isFull;) {
    const batch = await nextBatch(database, step, values, options.rowsPerBatch);
    ({ isFull } = batch);
    if (batch.count === 0) return;
    const named = { ...values, ids: batch.ids };
    if (stepsDown(step)) {
      // Most rows go before the owners are locked, so that writers wait for the lock only briefly.
      const below = { ...named, [step.table]: batch.ids };
      for (const owned of step.owned) await deleteInBatches(database, owned, below, options);
      await database.unit(RequestScope.background, (unit) =>
        deleteOwners(unit, step, named, { rows: options.rowsPerUnit }),
      );
    } else {
      await database.write(RequestScope.background, step.write, named);
    }
    await options.pause();
  }
}
