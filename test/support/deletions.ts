import { DeletionLimits } from '../../src/core/deletion/deletion-limits.js';
import { DeletionWorker } from '../../src/core/deletion/deletion.worker.js';
import type { Forge } from './app.js';
import { sql } from './internals.js';

export { DeletionLimits } from '../../src/core/deletion/deletion-limits.js';
export { DeletionWorker } from '../../src/core/deletion/deletion.worker.js';

/** Resolves when no deletion runs in the background. */
export const deletionsFinished = ({ app }: Forge): Promise<void> => app.get(DeletionWorker).idle();

/** Deletions of more than so many rows mark their root and go on in the background. */
export function setRowsPerUnit({ app }: Forge, rows: number): void {
  app.get(DeletionLimits).rowsPerUnit = rows;
}

/** The worker does not rest between batches. */
export function disableRests({ app }: Forge): void {
  app.get(DeletionLimits).maxRestMs = 0;
}

/** Keeps the worker from deleting what is marked from now on. The returned function lets it finish. */
export function holdWorker(forge: Forge): () => Promise<void> {
  const worker = forge.app.get(DeletionWorker);
  worker.wake = () => undefined;
  return async () => {
    Reflect.deleteProperty(worker, 'wake');
    worker.wake();
    await worker.idle();
  };
}

/** How many deletions are marked and not finished. */
export async function unfinishedDeletions(forge: Forge): Promise<number> {
  return (await sql(forge, 'SELECT id FROM deletions')).length;
}

/** Finishes what is marked, like the next start. */
export async function resumeDeletions(forge: Forge): Promise<void> {
  forge.app.get(DeletionWorker).wake();
  await deletionsFinished(forge);
}
