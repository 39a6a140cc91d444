import { statement } from '../database/statement.js';
import type { Engine } from '../database/engine.js';

const INTERVAL_MS = 60_000;
/** Rows are kept for this many intervals. A request needs its row for 14 s at most. */
const INTERVALS_KEPT = 5;
const BATCH = 500;
const TIMEOUT_MS = 5_000;

const NEWEST = statement('SELECT MAX(id) AS id FROM commit_witnesses');
const DELETE = statement(`DELETE FROM commit_witnesses WHERE id <= :id ORDER BY id LIMIT ${BATCH}`);

/** Deletes the witnesses of old transactions in the background. Returns a function that stops it. */
export function cleanWitnesses(engine: Pick<Engine, 'read' | 'write'>): () => void {
  const newest: number[] = [];
  let isStopped = false;
  const clean = async () => {
    const [row] = (await engine.read(NEWEST, {}, TIMEOUT_MS)) as { id: number | null }[];
    newest.push(row?.id ?? 0);
    if (newest.length <= INTERVALS_KEPT) return;
    const id = newest.shift() ?? 0;
    for (let deleted = BATCH; deleted === BATCH && !isStopped;)
      deleted = (await engine.write(DELETE, { id }, TIMEOUT_MS)).matched;
  };
  // After a failure, the next run deletes what was left.
  const timer = setInterval(() => void clean().catch(() => undefined), INTERVAL_MS);
  timer.unref();
  return () => {
    isStopped = true;
    clearInterval(timer);
  };
}
