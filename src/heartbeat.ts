import cluster, { type Worker } from 'node:cluster';

/** A worker sends a heartbeat at this interval. */
const HEARTBEAT_MS = 1_000;
/** A worker that hangs is found within (MAX_MISSED + 1) * HEARTBEAT_MS. */
const MAX_MISSED = 3;
const HEARTBEAT = 'heartbeat';

/** Called by a worker when it listens. Until then, a long migration may keep its event loop busy. */
export function sendHeartbeats(): void {
  const send = () => {
    if (process.connected) process.send?.(HEARTBEAT);
  };
  send();
  setInterval(send, HEARTBEAT_MS).unref();
}

/**
 * Kills workers that miss heartbeats, for example in an endless loop. Counts heartbeats instead of measuring time,
 * so that workers survive if the whole machine was suspended.
 */
export function killHungWorkers(onHung: (worker: Worker) => void): void {
  const missed = new Map<Worker, number>();
  cluster.on('message', (worker, message) => {
    if (message === HEARTBEAT) missed.set(worker, 0);
  });
  cluster.on('exit', (worker) => missed.delete(worker));
  setInterval(() => {
    for (const [worker, count] of missed) {
      missed.set(worker, count + 1);
      if (count < MAX_MISSED) continue;
      onHung(worker);
      // Not worker.kill: that waits until the worker disconnects.
      worker.process.kill('SIGKILL');
    }
  }, HEARTBEAT_MS).unref();
}
