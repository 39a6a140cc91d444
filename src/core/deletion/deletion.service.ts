import { Injectable } from '@nestjs/common';
import { currentTime } from '../../database/clock.js';
import { Database, type Unit } from '../../database/database.js';
import type { RequestScope } from '../../database/request-scope.js';
import type { Values } from '../../database/statement.js';
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
  /** Locks rows that have to be locked before the root. Runs first in the unit of work, which may run several times. */
  lock?: (unit: Unit) => Promise<void>;
  /** Runs when the root is locked and the rights are checked. If it throws, nothing is deleted. */
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

  /** How many marked rows wait for their deletion. */
  async countUnfinished(): Promise<number> {
    return (await this.deletions.unfinished()).length;
  }

  /** Of concurrent calls for one row, one returns true. The others return false: the row is gone. */
  async delete(
    scope: RequestScope,
    kind: Kind,
    id: number,
    own: Pick<Own, 'lock' | 'after'> = {},
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
      return await this.database.lockedUnit(
        scope,
        (unit) => {
          if (this.plans.of(root).mark && ++attempts > MAX_ATTEMPTS) throw new TooManyRows();
          return this.lockFirst(unit, root, own);
        },
        (unit, isThere) => this.deleteAtOnce(unit, root, own, isThere),
      );
    } catch (error) {
      if (!(error instanceof TooManyRows)) throw error;
    }
    const isMarked = await this.database.lockedUnit(
      scope,
      (unit) => this.lockFirst(unit, root, own),
      (unit, isThere) => this.mark(unit, root, own, isThere),
    );
    if (isMarked) await this.database.afterCommit(scope, this.wakeWorker);
    return isMarked;
  }

  private async deleteAtOnce(
    unit: Unit,
    root: Root,
    { before, after }: Own,
    isThere: boolean,
  ): Promise<boolean> {
    const plan = this.plans.of(root);
    if (!isThere) return false;
    await before?.(unit);
    // Only notes have no mark. A note is locked after its noteable, which the rights checks have locked.
    if (!plan.mark && !(await this.lock(unit, root))) return false;
    const rows = plan.mark ? this.limits.rowsPerUnit : Infinity;
    await deleteOwners(unit, plan, planValues(root), { rows });
    await after?.(unit);
    return true;
  }

  private async mark(
    unit: Unit,
    root: Root,
    { before, after, mark = {} }: Own,
    isThere: boolean,
  ): Promise<boolean> {
    const plan = this.plans.of(root);
    if (!plan.mark || !isThere) return false;
    await before?.(unit);
    const now = currentTime();
    await unit.write(plan.mark, { id: root.id, now, ...mark });
    await unit.withRepository(this.deletions).add(root, now);
    await after?.(unit);
    return true;
  }

  private readonly wakeWorker = (): Promise<void> => {
    this.worker.wake();
    return Promise.resolve();
  };

  /** Before the checks of the rights, which lock the root shared. False if the root is gone or marked. */
  private async lockFirst(unit: Unit, root: Root, own: Own): Promise<boolean> {
    await own.lock?.(unit);
    return this.plans.of(root).mark === undefined || this.lock(unit, root);
  }

  /** False if the row is gone or marked. */
  private async lock(unit: Unit, root: Root): Promise<boolean> {
    const { unmarked } = this.plans.of(root);
    return (await unit.lock(unmarked, { id: root.id })).length > 0;
  }
}
