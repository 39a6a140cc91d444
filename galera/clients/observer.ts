import { ADMIN } from '../../bench/seed.js';
import type { HttpRequest } from '../../torture/clients/http-client.js';

/** How long a client waits for its own write to be readable. A read that waits for the cluster gets no response. */
const READ_MS = 15_000;

/** What the clients of one scene have seen together. */
export class Observer {
  /** When the service confirmed a write. */
  readonly confirmed: number[] = [];
  /** One sentence for each read that did not return what its client had written. */
  readonly stale: string[] = [];
  reads = 0;

  /** Reads what the request has just written. @param origin of another service than the one that confirmed it */
  async readOwnWrite(request: HttpRequest, id: number | undefined, origin: string): Promise<void> {
    const { method, path, body } = request;
    if (!/^\/projects\/\d+\/issues/.test(path)) return;
    const [name, written] = Object.entries(body ?? {})[0] ?? [];
    const target = method === 'POST' ? `${path}/${id ?? 0}` : path;
    const read = await readJson(`${origin}/api/v3${target}`);
    // Only these two say something about the data.
    if (read?.status !== 200 && read?.status !== 404) return;
    this.reads++;
    const isThere = read.status === 200;
    const isFresh = method === 'DELETE' ? !isThere : isThere && read.body[name ?? ''] === written;
    if (!isFresh) this.stale.push(`stale: GET ${target} after ${method}: ${read.status}`);
  }
}

async function readJson(
  url: string,
): Promise<{ status: number; body: Record<string, unknown> } | undefined> {
  try {
    const response = await fetch(url, {
      headers: { 'private-token': ADMIN.token },
      signal: AbortSignal.timeout(READ_MS),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  } catch {
    return undefined;
  }
}

/** The longest time without an entry, in milliseconds. @param times ascending */
export function longestGap(times: readonly number[], from: number, to: number): number {
  const points = [from, ...times.filter((time) => time > from && time < to), to];
  return Math.max(...points.slice(1).map((time, n) => time - (points[n] ?? time)));
}
