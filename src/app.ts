import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { AppModule } from './app.module.js';
import { CannotStart } from './config/cannot-start.js';
import type { Config } from './config/config.js';
import { NestLogger } from './http/server/nest-logger.js';
import { PublicUrl } from './http/routing/public-url.js';
import { createAdapter } from './http/server/server.js';
import { prepare } from './prepare.js';

/**
 * The whole service, ready to listen: the one bootstrap of production, tests and scripts. Connects to the
 * database and brings it up to date. `arrange` sees it before anything of it has begun.
 */
export async function createApp(
  config: Config,
  arrange: (app: NestFastifyApplication) => void = () => undefined,
): Promise<NestFastifyApplication> {
  const adapter = createAdapter(config);
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
    await prepare(app, { shared: false });
    arrange(app);
    await app.init();
    await adapter.getInstance<FastifyInstance>().ready();
  } catch (error) {
    // A start that fails leaves no connection open.
    await app.close();
    throw error;
  }
  return app;
}

/** Begins to listen; answers with the base of the service's URLs. */
export async function listen(app: NestFastifyApplication, config: Config): Promise<string> {
  const { host, port: wanted } = config.http;
  // Fastify's own: Nest would log a failure that is explained below.
  const fastify: FastifyInstance = app.getHttpAdapter().getInstance();
  await fastify.listen({ host, port: wanted }).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    throw new CannotStart(
      code === 'EADDRINUSE'
        ? `The port ${wanted} is taken: choose another PORT.`
        : `It cannot listen on ${host}, port ${wanted} (${String(code)}): choose another HOST or PORT.`,
      { cause: error },
    );
  });
  return app.get(PublicUrl).base;
}
