import 'reflect-metadata';
import { RequestMethod } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { AppModule } from './app.module.js';
import { CannotStart } from './config/cannot-start.js';
import { listeningUrl, type Config } from './config/config.js';
import { acceptBodies } from './http/body.js';
import { allowOrigins } from './http/cors.js';
import { NestLogger } from './http/nest-logger.js';
import { answerPages } from './http/page-headers.js';
import { PublicUrl } from './http/public-url.js';
import { RouteTable } from './http/route-table.js';
import { answerOddities } from './http/refusals.js';
import { addHooks, createAdapter } from './http/server.js';
import { describeRoutes } from './openapi/routes.js';

/**
 * Routes that are addressed without `/api/v3`. `:username` is meant to the letter: as a parameter it would fit
 * every route of one step.
 */
const OUTSIDE_THE_API = [
  '\\:username',
  ':username.keys',
  'avatars/:file',
  'health',
  'health/ready',
];

/**
 * The whole service, ready to listen: the one bootstrap of production, tests and scripts. Connects to the
 * database and brings it up to date.
 */
export async function createApp(config: Config): Promise<NestFastifyApplication> {
  const adapter = createAdapter(config);
  const fastify = adapter.getInstance();
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.forConfig(config),
    adapter,
    {
      bodyParser: false,
      abortOnError: false,
      logger: new NestLogger(fastify.log),
    },
  );
  let closing = false;
  fastify.addHook('preClose', () => {
    closing = true;
    return Promise.resolve();
  });
  addHooks(fastify, () => closing);
  answerOddities(fastify.server);
  app.get(RouteTable).watch(fastify);
  acceptBodies(fastify, config.http);
  answerPages(fastify, app.get(PublicUrl));
  await allowOrigins(fastify, config.http.corsOrigins, app.get(RouteTable));
  app.setGlobalPrefix('api/v3', {
    exclude: OUTSIDE_THE_API.map((path) => ({ path, method: RequestMethod.GET })),
  });
  describeRoutes(app);
  try {
    await app.init();
    await fastify.ready();
  } catch (error) {
    // A start that fails leaves no connection open.
    await app.close();
    throw error;
  }
  if (config.publicUrl) app.get(PublicUrl).base = config.publicUrl;
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
  const address = app.getHttpServer().address();
  const port = typeof address === 'object' && address ? address.port : wanted;
  const url = config.publicUrl ?? listeningUrl(host, port);
  app.get(PublicUrl).base = url;
  return url;
}
