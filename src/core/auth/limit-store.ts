import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import {
  RateLimiterMemory,
  RateLimiterRedis,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import type { Config } from '../../base/config/config.js';
import { openRedis } from './redis-connection.js';

/** Makes the counters of the rate limits: in Redis if the settings name one, else in this process. */
@Injectable()
export class LimitStore implements OnApplicationShutdown {
  private constructor(private readonly redis: Redis | null) {}

  static async open({ enabled, storeUrl }: Config['limits']): Promise<LimitStore> {
    return new LimitStore(enabled && storeUrl !== null ? await openRedis(storeUrl) : null);
  }

  /** @param name which limit it is */
  createCounter(name: string, points: number, durationMs: number): RateLimiterAbstract {
    const options = { keyPrefix: name, points, duration: durationMs / 1_000 };
    const own = new RateLimiterMemory(options);
    if (!this.redis) return own;
    return new RateLimiterRedis({
      ...options,
      storeClient: this.redis,
      // While Redis does not respond, this process counts alone.
      insuranceLimiter: own,
      rejectIfRedisNotReady: true,
    });
  }

  onApplicationShutdown(): void {
    // The log must not call this a failure.
    this.redis?.removeAllListeners('close').disconnect();
  }
}
