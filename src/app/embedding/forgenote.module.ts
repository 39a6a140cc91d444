import {
  Module,
  type DynamicModule,
  type INestApplication,
  type MiddlewareConsumer,
  type NestModule,
} from '@nestjs/common';
import { HttpAdapterHost, ModuleRef } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import { AppModule } from '../app.module.js';
import { CannotStart } from '../../base/config/cannot-start.js';
import type { Settings } from '../../base/config/given-settings.js';
import {
  checkAsyncOptions,
  optionsModule,
  readOptions,
  readPaths,
  requireFastify,
  requireObject,
  type ForgenoteAsyncOptions,
  type ForgenoteOptions,
} from './forgenote-options.js';
import { connectLifecycle } from './host-events.js';
import { RouteTable } from '../../http/routing/route-table.js';
import { createHostAdapter } from '../../http/server/host-adapter.js';
import { prepare } from '../prepare-fastify.js';

export * from './forgenote-exports.js';

/**
 * Mounts the service in another Nest application, next to the application's own routes. docs/embedding.md describes it.
 *
 * @example
 * const app = await NestFactory.create(HostModule, createForgenoteAdapter());
 * await app.listen(3000);
 */
@Module({})
export class ForgenoteModule implements NestModule {
  private static readonly adapters = new WeakSet<object>();

  constructor(
    private readonly routes: RouteTable,
    private readonly providers: ModuleRef,
    private readonly host: HttpAdapterHost,
  ) {}

  /**
   * Settings that are not given have their defaults. The environment is not read.
   *
   * @throws ConfigError an option is wrong
   */
  static forRoot(given: ForgenoteOptions = {}): DynamicModule {
    requireObject(given, 'ForgenoteModule.forRoot needs an object with settings');
    const { rootRoutes, ...options } = given;
    // Read here too, so that a wrong option fails where it is written.
    readOptions(options);
    return ForgenoteModule.forRootAsync({
      useFactory: () => options,
      ...(rootRoutes === undefined ? {} : { rootRoutes }),
    });
  }

  /**
   * Like `forRoot`, with options that need other providers.
   *
   * @throws ConfigError an option is wrong
   * @example
   * ForgenoteModule.forRootAsync({
   *   imports: [ConfigModule],
   *   inject: [ConfigService],
   *   useFactory: (config: ConfigService) => ({ DATABASE_URL: config.get('FORGENOTE_DATABASE') }),
   * });
   */
  static forRootAsync(options: ForgenoteAsyncOptions): DynamicModule {
    checkAsyncOptions(options);
    const paths = readPaths(options.rootRoutes);
    return {
      module: ForgenoteModule,
      global: true,
      imports: [AppModule.of(optionsModule(options, paths), { paths, host: true })],
      exports: [AppModule],
    };
  }

  /** Nest calls it when the adapter exists and before it adds routes. */
  async configure(_: MiddlewareConsumer): Promise<void> {
    const { httpAdapter } = this.host;
    requireFastify(httpAdapter);
    if (ForgenoteModule.adapters.has(httpAdapter))
      throw new CannotStart(
        'The application imports ForgenoteModule twice: import it once, in your root module',
      );
    ForgenoteModule.adapters.add(httpAdapter);
    if (!this.routes.isShared) await prepare(this.providers, httpAdapter, { shared: true });
    await connectLifecycle(this.providers);
  }
}

/**
 * Adds hooks, body parser, error handlers and CORS to the application's Fastify, for the service's own routes only.
 *
 * `app.init()` and `app.listen()` do it too. Hosts call it to add Fastify hooks of their own after those of the service.
 */
export async function prepareForgenote(app: INestApplication): Promise<void> {
  const adapter = app.getHttpAdapter();
  requireFastify(adapter);
  await prepare(app, adapter, { shared: true });
}

/** Creates a Fastify adapter with the time and size limits that the service has when it runs alone. */
export function createForgenoteAdapter(settings: Settings = {}): FastifyAdapter {
  requireObject(settings, 'createForgenoteAdapter needs an object with settings');
  return createHostAdapter(readOptions(settings).config, { shared: true });
}
