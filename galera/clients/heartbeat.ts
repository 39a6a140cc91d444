import { setTimeout as delay } from 'node:timers/promises';
import { connectTo, type SqlConnection } from '../../torture/database/connection.js';
import type { Cluster } from '../cluster/cluster.js';

const BEAT_MS = 20;
const DATABASE = 'heartbeat';

/**
 * Commits on every node as often as it can, past haproxy and the services. The longest time in which no node commits is
 * the gap of Galera itself.
 */
export class Heartbeat {
  /** When a node has committed, in order. */
  readonly beats: number[] = [];
  private isOver = false;
  private readonly running: Promise<unknown>;

  constructor({ nodes }: Cluster) {
    this.running = Promise.all(nodes.map(({ url }, n) => this.beat(url, n)));
  }

  /** Creates what the beats change: each node has a row of its own, so that they do not wait for each other. */
  static async prepare({ first, nodes }: Cluster): Promise<void> {
    const rows = nodes.map((_, n) => `(${n}, 0)`).join(', ');
    await first.run(`CREATE DATABASE ${DATABASE}`);
    await first.run(`CREATE TABLE ${DATABASE}.beats (id INT PRIMARY KEY, n INT NOT NULL)`);
    await first.run(`INSERT INTO ${DATABASE}.beats VALUES ${rows}`);
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await this.running;
  }

  private async beat(url: string, row: number): Promise<void> {
    let connection: SqlConnection | undefined;
    while (!this.isOver) {
      try {
        connection ??= await connectTo(`${url}/${DATABASE}?connectTimeout=1000`);
        await connection.run(`UPDATE beats SET n = n + 1 WHERE id = ${row}`);
        this.beats.push(performance.now());
      } catch {
        // A node without quorum refuses the statement, and keeps the connection.
        await connection?.close().catch(() => undefined);
        connection = undefined;
      }
      await delay(BEAT_MS);
    }
    await connection?.close().catch(() => undefined);
  }
}
