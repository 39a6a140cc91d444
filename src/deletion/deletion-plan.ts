import { deleteBatch, rowsById, updateBatch, type Batch } from '../database/batches.js';
import type { Statement } from '../database/statement.js';
import type { DeletionRegistry, Kind, OwnedRows } from './deletion-registry.js';

/** What happens to the content of a deleted user. */
export type Mode = 'hard' | 'hand over';

/** Rows that own other rows. They are locked while their own rows are deleted. */
export interface OwnerStep extends Batch {
  /** The ids of the owners are passed to the steps below under this name. */
  table: string;
  lock: Statement;
  owned: readonly Step[];
}

export type Step = Batch | OwnerStep;

/** The steps that delete the row `:id` of a kind with everything that belongs to it. */
export const planDeletion = (registry: DeletionRegistry, kind: Kind, mode: Mode): OwnerStep =>
  // `= :id` instead of a list of one: MariaDB would read whole tables for a short list.
  ownerStep(registry, kind, mode, 'id = :id', '= :id');

function ownerStep(
  registry: DeletionRegistry,
  kind: Kind,
  mode: Mode,
  where: string,
  isOwner: string,
): OwnerStep {
  const table = registry.table(kind);
  return {
    ...deleteBatch(table, where),
    table,
    lock: rowsById(table),
    owned: registry.ownedBy(kind).map((rows) => stepFor(registry, rows, kind, mode, isOwner)),
  };
}

function stepFor(
  registry: DeletionRegistry,
  { table, kind, of, change, handOver }: OwnedRows,
  ownerKind: Kind,
  mode: Mode,
  isOwner: string,
): Step {
  const where = (of[ownerKind] ?? '').replace('IN (:owners...)', isOwner);
  const isHandedOver = ownerKind === 'User' && mode === 'hand over' && handOver !== undefined;
  const changes = isHandedOver ? handOver : change;
  if (changes !== undefined) return updateBatch(table, changes, where);
  if (!kind) return deleteBatch(table, where);
  return ownerStep(registry, kind, mode, where, `IN (:${table}...)`);
}
