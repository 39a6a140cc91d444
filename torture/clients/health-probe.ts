/** A worker thread that asks for /health again and again: the load generator's own thread is too busy to. */
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { Client } from 'undici';

const PAUSE_MS = 50;
/** What a probe without a response counts as. */
const FAILED_MS = Infinity;

interface HealthProbe {
  /** Ends the worker. Returns the latencies in milliseconds. */
  stop(): Promise<number[]>;
}

export function probeHealth(origin: string): HealthProbe {
  const worker = new Worker(fileURLToPath(import.meta.url), { workerData: origin });
  return {
    stop: async () => {
      const latencies = new Promise<number[]>((resolve, reject) => {
        worker.once('message', resolve).once('error', reject);
      });
      worker.postMessage('stop');
      return latencies;
    },
  };
}

async function run(origin: string): Promise<void> {
  // As a load balancer does: a new connection each time.
  const latencies: number[] = [];
  let isOver = false;
  parentPort?.once('message', () => (isOver = true));
  while (!isOver) {
    const client = new Client(origin);
    const start = performance.now();
    const status = await client.request({ method: 'GET', path: '/health' }).then(
      async ({ statusCode, body }) => {
        await body.dump();
        return statusCode;
      },
      () => 0,
    );
    latencies.push(status === 200 ? performance.now() - start : FAILED_MS);
    await client.destroy();
    await delay(PAUSE_MS);
  }
  parentPort?.postMessage(latencies);
}

if (!isMainThread) await run(String(workerData));
