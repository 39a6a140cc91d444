import {
  changeRow,
  deleteBatch,
  rowById,
  rowsById,
  updateBatch,
  type Batch,
} from '../../database/batches.js';
import type { Statement } from '../../database/statement.js';
import type { DeletionRegistry, Kind, OwnedRows } from './deletion-registry.js';

/** What happens to the content of a deleted user. */
export type Mode = 'hard' | 'hand over';

/** Rows of one table that are deleted or changed. */
interface RowStep extends Batch {
  /** Only in the same unit of work as the owner. */
  last: boolean;
}

/** Rows that own other rows. They are locked while their own rows are deleted. */
export interface OwnerStep extends RowStep {
  /** The ids of the owners are passed to the steps below under this name. */
  table: string;
  lock: Statement;
  owned: readonly Step[];
}

export type Step = RowStep | OwnerStep;

/** The row that a client deletes, with everything that belongs to it. */
export interface DeletionPlan extends OwnerStep {
  /** Finds the row `:id` unless it is marked. */
  unmarked: Statement;
  /** Missing for kinds that are always deleted in one unit of work. */
  mark?: Statement;
}

/** The steps that delete the row `:id` of a kind with everything that belongs to it. */
export function planDeletion(registry: DeletionRegistry, kind: Kind, mode: Mode): DeletionPlan {
  const { table, mark } = registry.rowsOf(kind);
  return {
    // `= :id` instead of a list of one: MariaDB would read whole tables for a short list.
    ...ownerStep(registry, { table, kind, of: {} }, mode, 'id = :id', '= :id'),
    unmarked: rowById(table, mark?.isUnset),
    ...(mark ? { mark: changeRow(table, mark.set) } : {}),
  };
}

function ownerStep(
  registry: DeletionRegistry,
  { table, last = false, kind }: OwnedRows & { kind: Kind },
  mode: Mode,
  where: string,
  isOwner: string,
): OwnerStep {
  return {
    ...deleteBatch(table, where),
    last,
    table,
    lock: rowsById(table),
    owned: registry.ownedBy(kind).map((rows) => stepFor(registry, rows, kind, mode, isOwner)),
  };
}

function stepFor(
  registry: DeletionRegistry,
  rows: OwnedRows,
  ownerKind: Kind,
  mode: Mode,
  isOwner: string,
): Step {
  const { table, kind, of, change, handOver, last = false } = rows;
  const where = (of[ownerKind] ?? '').replace('IN (:owners...)', isOwner);
  const isHandedOver = ownerKind === 'User' && mode === 'hand over' && handOver !== undefined;
  const changes = isHandedOver ? handOver : change;
  if (changes !== undefined) return { ...updateBatch(table, changes, where), last };
  if (!kind) return { ...deleteBatch(table, where), last };
  return ownerStep(registry, { ...rows, kind }, mode, where, `IN (:${table}...)`);
}
