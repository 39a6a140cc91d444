import { Injectable } from '@nestjs/common';
import { inBatches } from '../database/batches.js';
import { Database, Unit } from '../database/database.js';
import type { Values } from '../database/statement.js';
import { planDeletion, type Mode, type OwnerStep, type Step } from './deletion-plan.js';
import { DeletionRegistry, type Kind } from './deletion-registry.js';

/**
 * Deletes something with everything that belongs to it, in batches. Database cascades are not used: deleting a
 * project with a million notes would be one transaction.
 */
@Injectable()
export class DeletionService {
  private readonly plans = new Map<string, OwnerStep>();

  constructor(
    private readonly database: Database,
    private readonly registry: DeletionRegistry,
  ) {}

  /**
   * Deletes one row and everything that belongs to it. If the process dies in between, the same call finishes
   * the work. Returns false if the row was already gone.
   */
  async delete(kind: Kind, id: number): Promise<boolean> {
    return (await this.run(this.database, this.plan(kind, 'hard'), { id })) > 0;
  }

  /** Deletes a user. Their content goes to the ghost, or is deleted too if no ghost is given. */
  async deleteUser(id: number, ghost: number | null): Promise<boolean> {
    const plan = this.plan('User', ghost === null ? 'hard' : 'hand over');
    return (await this.run(this.database, plan, { id, ghost })) > 0;
  }

  private plan(kind: Kind, mode: Mode): OwnerStep {
    const key = `${kind} ${mode}`;
    let plan = this.plans.get(key);
    if (!plan) this.plans.set(key, (plan = planDeletion(this.registry, kind, mode, 'id = :id')));
    return plan;
  }

  /** Returns how many rows of the step itself were written. */
  private run(store: Database | Unit, step: Step, values: Values): Promise<number> {
    return inBatches(store, step.find, values, async (ids) => {
      if (!('owned' in step)) return store.write(step.write, { ...values, ids });
      const named = { ...values, ids, [step.table]: ids };
      if (store instanceof Unit) return this.deleteOwners(store, step, named);
      // Most of the rows go outside the locking transaction: there can be millions.
      await this.runAll(store, step.owned, named);
      return store.unit((unit) => this.deleteOwners(unit, step, named));
    });
  }

  /** With the owners locked, deletes what was added in the meantime, then the owners. */
  private async deleteOwners(
    unit: Unit,
    { lock, owned, write }: OwnerStep,
    values: Values,
  ): Promise<number> {
    await unit.lock(lock, values);
    await this.runAll(unit, owned, values);
    return unit.write(write, values);
  }

  private async runAll(
    store: Database | Unit,
    steps: readonly Step[],
    values: Values,
  ): Promise<void> {
    for (const step of steps) await this.run(store, step, values);
  }
}
