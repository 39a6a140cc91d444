import { deleteBatch, rowsById, updateBatch, type Batch } from '../database/batches.js';
import type { Statement } from '../database/statement.js';
import type { DeletionRegistry, Kind, OwnedRows } from './deletion-registry.js';

/** What happens to the content of a deleted user. */
export type Mode = 'hard' | 'hand over';

/** Rows that own other rows. They are locked while their own rows are deleted. */
export interface OwnerStep extends Batch {
  table: string;
  lock: Statement;
  /** The list of owner ids is passed under the name of the table. */
  owned: readonly Step[];
}

export type Step = Batch | OwnerStep;

/** The steps that delete rows of a kind which meet a condition, with everything that belongs to them. */
export function planDeletion(
  registry: DeletionRegistry,
  kind: Kind,
  mode: Mode,
  where: string,
): OwnerStep {
  const table = registry.table(kind);
  return {
    ...deleteBatch(table, where),
    table,
    lock: rowsById(table),
    owned: registry.ownedBy(kind).map((rows) => stepFor(registry, rows, kind, table, mode)),
  };
}

function stepFor(
  registry: DeletionRegistry,
  { table, kind, of, change, handOver }: OwnedRows,
  ownerKind: Kind,
  ownerTable: string,
  mode: Mode,
): Step {
  const where = (of[ownerKind] ?? '').replaceAll(':owners', `:${ownerTable}`);
  const isHandedOver = ownerKind === 'User' && mode === 'hand over' && handOver !== undefined;
  const changes = isHandedOver ? handOver : change;
  if (changes !== undefined) return updateBatch(table, changes, where);
  return kind ? planDeletion(registry, kind, mode, where) : deleteBatch(table, where);
}
