import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { AppModule } from '../app.module.js';
import type { Authenticate } from '../auth/host-users.js';
import { ConfigError, type Config } from '../config/config.js';
import {
  optionsModule,
  readOptions,
  readPaths,
  requireFastify,
  requireObject,
  type ForgenoteOptions,
  type HostOptions,
} from './forgenote-options.js';
import { claimPrefix, type Forwarder } from './forwarding.js';
import { connectLifecycle } from './host-events.js';
import { isPathPrefix, USUAL_PATHS, type RootPaths } from '../http/routing/root-routes.js';
import { createHostAdapter } from '../http/server/host-adapter.js';
import { prepare } from '../prepare.js';

export interface MountOptions extends ForgenoteOptions {
  /** What all paths begin with, such as `/forge`. */
  prefix: string;
}

/**
 * Runs the service as a Nest application of its own, behind a prefix of the host's Fastify. Guards, pipes, filters,
 * interceptors, prefix and versioning of the host do not apply to it. Call it before `init` or `listen`. When the host
 * closes, it closes the service too. One host can have several, with different prefixes.
 *
 * @returns the application of the service, from which the host gets providers: `forge.get(NotesService)`
 * @throws CannotStart an option is wrong, the host does not run on Fastify, the prefix is taken, or the database cannot
 *   be used
 */
export async function mountForgenote(
  host: INestApplication,
  options: MountOptions,
): Promise<NestFastifyApplication> {
  requireObject(
    options,
    "mountForgenote needs an object with a prefix, such as { prefix: '/forge' }",
  );
  const { prefix, rootRoutes, ...given } = options;
  const hostAdapter = host.getHttpAdapter();
  requireFastify(hostAdapter);
  if (!isPathPrefix(prefix)) throw new ConfigError(['prefix must be a path such as /forge']);
  const paths = readPaths(rootRoutes, USUAL_PATHS);
  const listener = hostAdapter.getInstance() as FastifyInstance;
  const { config } = readOptions(given);
  const forwarder = claimPrefix(listener, prefix);
  const settings = withHostRequests(given, forwarder.requests);
  try {
    const forge = await startForge(host, { prefix, paths, listener, config, settings });
    forwarder.to(forge);
    return forge;
  } catch (error) {
    forwarder.release();
    throw error;
  }
}

interface ForgeStart {
  prefix: string;
  paths: RootPaths;
  listener: FastifyInstance;
  config: Config;
  settings: HostOptions;
}

async function startForge(
  host: INestApplication,
  { prefix, paths, listener, config, settings }: ForgeStart,
): Promise<NestFastifyApplication> {
  const adapter = createHostAdapter(config);
  const module = AppModule.of(optionsModule({ useFactory: () => settings }, paths), { paths });
  // Without a logger of its own: Nest would replace the one of the host too.
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, {
    bodyParser: false,
    abortOnError: false,
  });
  try {
    app.setGlobalPrefix(prefix);
    await prepare(app, adapter, { shared: false, listener });
    await connectLifecycle(app, host, prefix);
    await app.init();
    await adapter.getInstance<FastifyInstance>().ready();
  } catch (error) {
    // A failed start must not leave connections open.
    await app.close();
    throw error;
  }
  return app;
}

/** `authenticate` gets the request of the host, which has what the host's plugins add, such as a session. */
function withHostRequests(options: HostOptions, requests: Forwarder['requests']): HostOptions {
  const { authenticate } = options;
  if (typeof authenticate !== 'function') return options;
  const ofHost: Authenticate = (request, actors) =>
    authenticate(requests.get(request.raw) ?? request, actors);
  return { ...options, authenticate: ofHost };
}
