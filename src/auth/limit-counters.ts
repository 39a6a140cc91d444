import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { CONFIG, type Config } from '../config/config.js';
import { RedisConnection } from './redis-connection.js';
import type { SharedCounts } from './shared-counts.js';

interface CounterOptions {
  keyPrefix: string;
  points: number;
  /** Length of the window, in seconds. */
  duration: number;
}

/** What a limit needs of a counter. */
export interface LimitCounter {
  /** Which limit it is. */
  readonly keyPrefix: string;
  readonly points: number;
  readonly msDuration: number;
  /** @throws RateLimiterRes no points are left */
  consume(key: string): Promise<RateLimiterRes>;
  reward(key: string): Promise<RateLimiterRes>;
  get(key: string): Promise<RateLimiterRes | null>;
}

/** Makes the counters of the limits: in Redis if there is one, else in this process. */
@Injectable()
export class LimitCounters implements OnApplicationShutdown {
  private connection: RedisConnection | null = null;

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** Connects to Redis if the settings name one. Call it before `create`. */
  async open(): Promise<this> {
    const { enabled, storeUrl } = this.config.limits;
    if (enabled && storeUrl !== null) this.connection = await RedisConnection.open(storeUrl);
    return this;
  }

  create(options: CounterOptions): LimitCounter {
    const local = new RateLimiterMemory(options);
    if (!this.connection) return local;
    const keyPrefix = `forgenote:${options.keyPrefix}`;
    const { redis: storeClient } = this.connection;
    const shared = new RateLimiterRedis({ ...options, keyPrefix, storeClient });
    return new SharedCounter(this.connection, shared, local);
  }

  onApplicationShutdown(): void {
    this.connection?.close();
  }
}

/** Counts where other processes count too, and alone while that does not respond. */
class SharedCounter implements LimitCounter {
  readonly keyPrefix: string;
  readonly points: number;
  readonly msDuration: number;

  constructor(
    private readonly counts: SharedCounts,
    private readonly shared: LimitCounter,
    private readonly alone: LimitCounter,
  ) {
    this.keyPrefix = alone.keyPrefix;
    this.points = alone.points;
    this.msDuration = alone.msDuration;
  }

  consume(key: string): Promise<RateLimiterRes> {
    return this.count((counter) => counter.consume(key));
  }

  reward(key: string): Promise<RateLimiterRes> {
    return this.count((counter) => counter.reward(key));
  }

  get(key: string): Promise<RateLimiterRes | null> {
    return this.count((counter) => counter.get(key));
  }

  private async count<Result>(step: (counter: LimitCounter) => Promise<Result>): Promise<Result> {
    if (!this.counts.isWorking) return step(this.alone);
    try {
      return await step(this.shared);
    } catch (error) {
      if (error instanceof RateLimiterRes) throw error;
      this.counts.fail(error);
      return step(this.alone);
    }
  }
}
