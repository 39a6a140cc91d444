import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { AppModule } from './app.module.js';
import type { Config } from '../base/config/config.js';
import { NestLogger } from '../http/server/nest-logger.js';
import { PublicUrl } from '../http/routing/public-url.js';
import { createAdapter } from '../http/server/server.js';
import { cannotListen } from '../http/server/port.js';
import { prepare } from './prepare-fastify.js';

/**
 * Creates the service, ready to listen. Production, tests and scripts use it. Connects to the database and runs the
 * migrations. `arrange` is called with the application before it is initialized.
 */
export async function createApp(
  config: Config,
  arrange: (app: NestFastifyApplication) => void = () => undefined,
  adapter = createAdapter(config),
): Promise<NestFastifyApplication> {
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.forConfig(config),
    adapter,
    {
      bodyParser: false,
      abortOnError: false,
      logger: new NestLogger(adapter.getInstance<FastifyInstance>().log),
    },
  );
  try {
    await prepare(app, adapter, { shared: false });
    arrange(app);
    await app.init();
    await adapter.getInstance<FastifyInstance>().ready();
  } catch (error) {
    // A failed start must not leave connections open.
    await app.close();
    throw error;
  }
  return app;
}

/** Starts to listen. Returns the base of the service's URLs. */
export async function listen(app: NestFastifyApplication, config: Config): Promise<string> {
  // Not app.listen: Nest would also log the error that is explained here.
  const fastify: FastifyInstance = app.getHttpAdapter().getInstance();
  const { host, port } = config.http;
  await fastify.listen({ host, port }).catch((error: unknown) => {
    throw cannotListen(error, config.http);
  });
  return app.get(PublicUrl).base;
}
