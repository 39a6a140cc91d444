import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp, listen } from '../../src/app/app.js';
import { readConfig } from '../../src/base/config/config.js';
import { ROOT } from './app.js';

export interface Service {
  app: NestFastifyApplication;
  /** Base URL. */
  url: string;
  /** Base URL of the API. */
  api: string;
}

interface StartOptions {
  acceptsLostKey?: boolean;
  arrange?: (app: NestFastifyApplication) => void;
}

/**
 * Starts the service in this process with nothing but these settings, as `forgenote serve` does, for tests of what a
 * start makes of its files and of its database. Other tests take `startForge`.
 *
 * @param acceptsLostKey as `--new-key`
 * @param arrange gets the application before it is initialized
 * @throws CannotStart what the program would print
 */
export async function startService(
  settings: Record<string, string>,
  { acceptsLostKey = false, arrange }: StartOptions = {},
): Promise<Service> {
  const isServer = !settings['DATABASE_URL']?.startsWith('sqlite:');
  const { database, ...rest } = readConfig({
    ...{ PORT: '0', LOG_LEVEL: 'silent' },
    // Otherwise it writes them into the folder `data` of the repository.
    ...(isServer ? { ADMIN_TOKEN: ROOT.token, ADMIN_PASSWORD: ROOT.password } : {}),
    ...settings,
  });
  // Without fsync, as every service of the tests.
  const config = { ...rest, acceptsLostKey, database: { ...database, durable: false } };
  const app = await createApp(config, arrange);
  try {
    const url = await listen(app, config);
    return { app, url, api: `${url}/api/v3` };
  } catch (error) {
    await app.close();
    throw error;
  }
}

/** What a service leaves that has started and stopped. */
export async function startAndStop(settings: Record<string, string>): Promise<void> {
  const { app } = await startService(settings);
  await app.close();
}
