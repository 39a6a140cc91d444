import { Injectable } from '@nestjs/common';
import { Database, type Unit } from '../database/database.js';
import type { RequestScope } from '../database/request-scope.js';
import type { Values } from '../database/statement.js';
import { DeletionLimits } from './deletion-limits.js';
import { DeletionPlans, planValues } from './deletion-plans.js';
import type { Kind } from './deletion-registry.js';
import { DeletionWorker } from './deletion.worker.js';
import { DeletionsRepository, type Root } from './deletions.repository.js';
import { deleteOwners, TooManyRows } from './owned-rows.js';

/**
 * After so many deadlocks with requests that write below the root, it is marked instead: that locks a single row, and
 * hides the root from those requests.
 */
const MAX_ATTEMPTS = 3;

/** The parts of a deletion that only its feature knows. */
interface Own {
  /** Runs first in the unit of work, which may run several times. If it throws, nothing is deleted. */
  before?: (unit: Unit) => Promise<void>;
  /** Runs last in the unit of work, if it has deleted or marked the row. */
  after?: (unit: Unit) => Promise<void>;
  /** Values of placeholders in the mark. */
  mark?: Values;
}

/**
 * Deletes a row with everything that belongs to it. Up to 500 rows go in one unit of work. If there are more, the
 * unit of work only marks the row, which hides it, and the `DeletionWorker` deletes the rest. Database cascades are
 * not used: deleting a project with a million notes would be one transaction.
 */
@Injectable()
export class DeletionService {
  constructor(
    private readonly database: Database,
    private readonly plans: DeletionPlans,
    private readonly deletions: DeletionsRepository,
    private readonly worker: DeletionWorker,
    private readonly limits: DeletionLimits,
  ) {}

  /** Of concurrent calls for one row, one returns true. The others return false: the row is gone. */
  async delete(
    scope: RequestScope,
    kind: Kind,
    id: number,
    own: Pick<Own, 'after'> = {},
  ): Promise<boolean> {
    return this.deleteRoot(scope, { kind, id, ghost: null }, own);
  }

  /** Like `delete`. The content of the user passes to the ghost, or is deleted too if no ghost is given. */
  async deleteUser(
    scope: RequestScope,
    id: number,
    ghost: number | null,
    own: Own,
  ): Promise<boolean> {
    return this.deleteRoot(scope, { kind: 'User', id, ghost }, own);
  }

  private async deleteRoot(scope: RequestScope, root: Root, own: Own = {}): Promise<boolean> {
    let attempts = 0;
    try {
      return await this.database.unit(scope, (unit) =>
        this.deleteAtOnce(unit, root, own, ++attempts),
      );
    } catch (error) {
      if (!(error instanceof TooManyRows)) throw error;
    }
    const isMarked = await this.database.unit(scope, (unit) => this.mark(unit, root, own));
    if (isMarked) await this.database.afterCommit(scope, this.wakeWorker);
    return isMarked;
  }

  private async deleteAtOnce(
    unit: Unit,
    root: Root,
    { before, after }: Own,
    attempt: number,
  ): Promise<boolean> {
    const plan = this.plans.of(root);
    if (plan.mark && attempt > MAX_ATTEMPTS) throw new TooManyRows();
    await before?.(unit);
    if (!(await this.lock(unit, root))) return false;
    const rows = plan.mark ? this.limits.rowsPerUnit : Infinity;
    await deleteOwners(unit, plan, planValues(root), { rows });
    await after?.(unit);
    return true;
  }

  private async mark(unit: Unit, root: Root, { before, after, mark = {} }: Own): Promise<boolean> {
    const plan = this.plans.of(root);
    await before?.(unit);
    if (!plan.mark || !(await this.lock(unit, root))) return false;
    const now = Date.now();
    await unit.write(plan.mark, { id: root.id, now, ...mark });
    await unit.withRepository(this.deletions).add(root, now);
    await after?.(unit);
    return true;
  }

  private readonly wakeWorker = (): Promise<void> => {
    this.worker.wake();
    return Promise.resolve();
  };

  /** False if the row is gone or marked. */
  private async lock(unit: Unit, root: Root): Promise<boolean> {
    const { unmarked } = this.plans.of(root);
    return (await unit.lock(unmarked, { id: root.id })).length > 0;
  }
}
