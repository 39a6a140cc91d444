import type { IncomingMessage } from 'node:http';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppModule } from './app.module.js';
import type { Authenticate } from './auth/host-users.js';
import { CannotStart } from './config/cannot-start.js';
import { ConfigError } from './config/config.js';
import {
  optionsModule,
  readOptions,
  readPaths,
  requireFastify,
  requireObject,
  type ForgenoteOptions,
  type HostOptions,
} from './forgenote-options.js';
import { connectLifecycle } from './host-events.js';
import { Drain } from './http/server/drain.js';
import { isPathPrefix, USUAL_PATHS } from './http/routing/root-routes.js';
import { createAdapter } from './http/server/server.js';
import { prepare } from './prepare.js';

export interface MountOptions extends ForgenoteOptions {
  /** What all paths begin with, such as `/forge`. */
  prefix: string;
}

/**
 * Runs the service as a Nest application of its own, behind a prefix of the host's Fastify. Guards, pipes, filters,
 * interceptors, prefix and versioning of the host do not apply to it. Call it before `init` or `listen`; the host closes
 * it with itself. One host can have several, with different prefixes.
 *
 * @returns the application of the service, from which the host gets providers: `forge.get(NotesService)`
 * @throws CannotStart an option is wrong, the host does not run on Fastify, or the database cannot be used
 */
export async function mountForgenote(
  host: INestApplication,
  given: MountOptions,
): Promise<NestFastifyApplication> {
  requireObject(
    given,
    "mountForgenote needs an object with a prefix, such as { prefix: '/forge' }",
  );
  const { prefix, rootRoutes, ...options } = given;
  const hostAdapter = host.getHttpAdapter();
  requireFastify(hostAdapter);
  if (!isPathPrefix(prefix)) throw new ConfigError(['prefix must be a path such as /forge']);
  const paths = readPaths(rootRoutes, USUAL_PATHS);
  const listener = hostAdapter.getInstance() as FastifyInstance;
  const { config } = readOptions(options);
  requireFree(listener, prefix);
  const forward = forwardRequests(listener, prefix);
  const given = withHostRequests(options, forward.requests);
  const adapter = createAdapter(config);
  const fastify = adapter.getInstance<FastifyInstance>();
  const module = AppModule.of(optionsModule({ useFactory: () => given }, paths), { paths });
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
    await fastify.ready();
  } catch (error) {
    // A failed start must not leave connections open.
    await app.close();
    throw error;
  }
  forward.to(fastify);
  listener.addHook('preClose', (done) => {
    app.get(Drain).begin();
    done();
  });
  listener.addHook('onClose', () => app.close());
  return app;
}

interface Forwarding {
  /** The host's request of each HTTP request that was forwarded. */
  requests: WeakMap<IncomingMessage, FastifyRequest>;
  to(fastify: FastifyInstance): void;
}

const prefixes = new WeakMap<FastifyInstance, Set<string>>();

const taken = (prefix: string) =>
  `The application has routes at ${prefix} already: give each mountForgenote a prefix of its own`;

/** @throws CannotStart a forge or a route of the host has this prefix. Without this check, Fastify ends the process. */
function requireFree(listener: FastifyInstance, prefix: string): void {
  const mounted = prefixes.get(listener) ?? new Set<string>();
  const isTaken = [prefix, `${prefix}/*`].some((url) =>
    listener.supportedMethods.some((method) => listener.hasRoute({ method, url })),
  );
  if (isTaken || mounted.has(prefix)) throw new CannotStart(taken(prefix));
  prefixes.set(listener, mounted.add(prefix));
}

/** Adds routes that hand requests on, before the host's Fastify reads their bodies. */
function forwardRequests(listener: FastifyInstance, prefix: string): Forwarding {
  const requests = new WeakMap<IncomingMessage, FastifyRequest>();
  let target: FastifyInstance | undefined;
  try {
    listener.register((scope, _options, done) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, _payload, parsed) => {
        parsed(null);
      });
      try {
        for (const url of [prefix, `${prefix}/*`]) {
          scope.all(url, (request, reply) => {
            requests.set(request.raw, request);
            reply.hijack();
            target?.routing(request.raw, reply.raw);
          });
        }
        done();
      } catch (cause) {
        // A plugin of the host has added the route since. Fastify ends the process if this function throws.
        done(new CannotStart(taken(prefix), { cause }));
      }
    });
  } catch (error) {
    throw new CannotStart('Call mountForgenote before app.init() or app.listen()', {
      cause: error,
    });
  }
  const to = (fastify: FastifyInstance): void => {
    target = fastify;
  };
  return { requests, to };
}

/** `authenticate` gets the request of the host, which has what the host's plugins add, such as a session. */
function withHostRequests(options: HostOptions, requests: Forwarding['requests']): HostOptions {
  const { authenticate } = options;
  if (typeof authenticate !== 'function') return options;
  const ofHost: Authenticate = (request, actors) =>
    authenticate(requests.get(request.raw) ?? request, actors);
  return { ...options, authenticate: ofHost };
}
