import { setTimeout as delay } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { errorMessage } from '../log/loggable.js';

/** A request waits at most this long for Redis, once. Then the limits count without Redis until it responds again. */
const COMMAND_MS = 500;
const CONNECT_MS = 1_000;
/** How often the connection is tried again, in milliseconds. */
const RETRY_MS = 500;

/** A connection to Redis that says whether it works. Logs once when it fails, and once when it works again. */
export class RedisConnection {
  private readonly logger = new Logger('limits');
  private readonly closing = new AbortController();
  private working = false;

  private constructor(readonly redis: Redis) {
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

  get isWorking(): boolean {
    return this.working;
  }

  /** Call when a command has failed. */
  fail(error: unknown): void {
    if (!this.working || this.closing.signal.aborted) return;
    this.working = false;
    this.warn(error);
    void this.recover();
  }

  close(): void {
    this.closing.abort();
    this.redis.disconnect();
  }

  /** Waits for the first connection, but not long. */
  private async start(): Promise<void> {
    const signal = AbortSignal.timeout(CONNECT_MS);
    while (!signal.aborted && !(await this.responds())) await delay(RETRY_MS / 10);
    if (this.working) return;
    this.warn('it does not respond');
    void this.recover();
  }

  private async recover(): Promise<void> {
    const { signal } = this.closing;
    while (!(await this.responds())) {
      await delay(RETRY_MS, null, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
    }
    this.logger.log({
      message: 'RATE_LIMIT_STORE responds again: the limits count together',
    });
  }

  private async responds(): Promise<boolean> {
    this.working = await this.redis.ping().then(
      () => true,
      () => false,
    );
    return this.working;
  }

  private warn(error: unknown): void {
    const reason = typeof error === 'string' ? error : errorMessage(error);
    this.logger.warn(
      `RATE_LIMIT_STORE fails (${reason}): this instance counts alone until it responds`,
    );
  }
}
