import type { Redis } from 'ioredis';
import { errorReason } from '../../base/log/loggable.js';
import { ServiceLogger } from '../../base/log/service-logger.js';

/** A request waits at most this long for Redis, once: then the connection is closed and opened again. */
const RESPONSE_MS = 500;
const CONNECT_MS = 1_000;
const RETRY_MS = 500;

/**
 * Connects to Redis, and again whenever it does not respond. Commands fail at once while there is no connection. Logs
 * once when Redis fails, and once when it responds again. Only this loads the package.
 */
export async function openRedis(url: string): Promise<Redis> {
  const { Redis: Client } = await import('ioredis');
  const redis = new Client(url, {
    lazyConnect: true,
    keyPrefix: 'forgenote:',
    commandTimeout: RESPONSE_MS,
    socketTimeout: RESPONSE_MS,
    connectTimeout: CONNECT_MS,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => RETRY_MS,
  });
  logFailures(redis);
  // It counts in Redis from the first request on, if Redis responds. Otherwise it goes on connecting.
  await redis.connect().catch(() => undefined);
  return redis;
}

function logFailures(redis: Redis): void {
  const logger = new ServiceLogger('limits');
  let isWorking = true;
  let reason: string | undefined;
  // Without a listener, the package writes every failed attempt to the console.
  redis.on('error', (error) => {
    const found = errorReason(error);
    // The package throws plain errors without a code when the time is over.
    reason ??= found === 'Error' ? 'no response' : found;
  });
  redis.on('close', () => {
    if (isWorking)
      logger.warn(
        `RATE_LIMIT_STORE fails (${reason ?? 'the connection was closed'}): this instance counts alone until it responds`,
      );
    isWorking = false;
    reason = undefined;
  });
  redis.on('ready', () => {
    if (!isWorking)
      logger.log({ message: 'RATE_LIMIT_STORE responds again: the limits count together' });
    isWorking = true;
  });
}
