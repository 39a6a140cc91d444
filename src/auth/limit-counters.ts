import cluster from 'node:cluster';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import {
  RateLimiterCluster,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import { CONFIG, type Config } from '../config/config.js';
import { RedisConnection } from './redis-connection.js';

export interface CounterOptions {
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

/** Makes the counters of the limits: in Redis if there is one, else in this process or its primary process. */
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
    const local = localCounter(options);
    return this.connection ? new SharedCounter(this.connection, local, options) : local;
  }

  onApplicationShutdown(): void {
    this.connection?.close();
  }
}

/** Workers share their counters, which are in the primary process. */
const localCounter = (options: CounterOptions): RateLimiterAbstract =>
  cluster.isWorker
    ? new RateLimiterCluster({ ...options, timeoutMs: 3_000 })
    : new RateLimiterMemory(options);

/** Counts in Redis, and locally while Redis does not respond. */
class SharedCounter implements LimitCounter {
  readonly keyPrefix: string;
  readonly points: number;
  readonly msDuration: number;
  private readonly shared: RateLimiterRedis;

  constructor(
    private readonly connection: RedisConnection,
    private readonly local: RateLimiterAbstract,
    options: CounterOptions,
  ) {
    this.keyPrefix = options.keyPrefix;
    this.points = local.points;
    this.msDuration = local.msDuration;
    const keyPrefix = `forgenote:${options.keyPrefix}`;
    this.shared = new RateLimiterRedis({ ...options, keyPrefix, storeClient: connection.redis });
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

  private async count<Result>(
    step: (counter: RateLimiterAbstract) => Promise<Result>,
  ): Promise<Result> {
    if (!this.connection.isWorking) return step(this.local);
    try {
      return await step(this.shared);
    } catch (error) {
      if (error instanceof RateLimiterRes) throw error;
      this.connection.fail(error);
      return step(this.local);
    }
  }
}
