import { CannotStart } from '../../base/config/cannot-start.js';

const TIMEOUT_MS = 5_000;

/**
 * Connects to the Redis server and signs in. Stores nothing.
 *
 * @throws CannotStart what is wrong, without the password
 */
export async function checkRedis(url: string): Promise<string> {
  const { Redis } = await import('ioredis');
  const { host } = new URL(url);
  let problem: unknown;
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: TIMEOUT_MS,
    commandTimeout: TIMEOUT_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  // The rejection of `connect` says only that the connection was closed.
  redis.on('error', (error) => (problem ??= error));
  try {
    await redis.connect();
    await redis.ping();
    return `${host} responds`;
  } catch (error) {
    throw explain(host, problem ?? error);
  } finally {
    redis.disconnect();
  }
}

function explain(host: string, error: unknown): CannotStart {
  const { code, message = '' } = error as { code?: string; message?: string };
  if (/^(WRONGPASS|NOAUTH|NOPERM)/.test(message))
    return new CannotStart(`${host} refuses the user or the password: correct RATE_LIMIT_STORE.`);
  return new CannotStart(
    `${host} does not respond as a Redis server (${code ?? 'no answer'}): start it, or correct RATE_LIMIT_STORE. ` +
      'Until then, each instance counts the rate limits alone.',
  );
}
