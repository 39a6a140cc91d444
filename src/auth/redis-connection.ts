import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { RETRY_MS, SharedCounts } from './shared-counts.js';

/** A request waits at most this long for Redis, once. Then the limits count without Redis until it responds again. */
const COMMAND_MS = 500;
const CONNECT_MS = 1_000;

/** A connection to Redis that says whether it works. */
export class RedisConnection extends SharedCounts {
  protected readonly recovery = 'RATE_LIMIT_STORE responds again: the limits count together';

  private constructor(readonly redis: Redis) {
    super();
    // Without a listener, the package writes every failed attempt to the console.
    redis.on('error', () => undefined);
    redis.on('close', () => {
      this.fail('the connection was closed');
    });
  }

  /** Does not fail if the server cannot be reached. Only this loads the package. */
  static async open(url: string): Promise<RedisConnection> {
    const { Redis: Client } = await import('ioredis');
    const redis = new Client(url, {
      lazyConnect: true,
      commandTimeout: COMMAND_MS,
      connectTimeout: CONNECT_MS,
      // Commands fail at once while there is no connection, and are not sent again later.
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      retryStrategy: () => RETRY_MS,
    });
    const connection = new RedisConnection(redis);
    redis.connect().catch(() => undefined);
    await connection.start();
    return connection;
  }

  override close(): void {
    super.close();
    this.redis.disconnect();
  }

  protected failure(reason: string): string {
    return `RATE_LIMIT_STORE fails (${reason}): this instance counts alone until it responds`;
  }

  protected ping(): Promise<unknown> {
    return this.redis.ping();
  }

  /** Waits for the first connection, but not long. */
  private async start(): Promise<void> {
    const signal = AbortSignal.timeout(CONNECT_MS);
    while (!signal.aborted && !(await this.responds())) await delay(RETRY_MS / 10);
    if (!this.working) this.recoverAfter('it does not respond');
  }
}
