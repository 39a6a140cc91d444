import type { DynamicModule, FactoryProvider, ModuleMetadata } from '@nestjs/common';
import { AUTHENTICATE, type Authenticate } from '../../core/auth/host-users.js';
import { CannotStart } from '../../base/config/cannot-start.js';
import { CONFIG, ConfigError, type Config } from '../../base/config/config.js';
import { readSettings, type Settings } from '../../base/config/given-settings.js';
import { ConfigModule } from '../../base/config/config.module.js';
import {
  readRootRoutes,
  ROOT_PATHS,
  USUAL_PATHS,
  type RootPaths,
  type RootRoutes,
} from '../../http/routing/root-routes.js';

/** The settings of docs/configuration.md by name, and how the host's users are authenticated. */
export interface HostOptions extends Settings {
  /** Lets users of the host call the API without a token. */
  authenticate?: Authenticate;
}

export interface ForgenoteOptions extends HostOptions {
  /** Moves the routes outside `/api/v3`, or leaves them out. */
  rootRoutes?: RootRoutes;
}

/** Options that a factory of the host returns. The routes are needed before the factory runs. */
export interface ForgenoteAsyncOptions extends Pick<ModuleMetadata, 'imports'> {
  inject?: FactoryProvider['inject'];
  useFactory: FactoryProvider<HostOptions>['useFactory'];
  rootRoutes?: RootRoutes;
}

interface ReadOptions {
  config: Config;
  authenticate: Authenticate | undefined;
}

/** In a host application, the path `/` belongs to the host. */
const BESIDE_A_HOST: RootPaths = { ...USUAL_PATHS, home: null };

/**
 * Settings that only the command `forgenote` reads. Those of time limits work only where the service creates
 * the Fastify adapter, as `createForgenoteAdapter` does.
 */
const OF_THE_COMMAND: Record<string, string> = {
  HOST: 'your application decides where to listen. PUBLIC_URL sets the base of URLs',
  PORT: 'your application decides where to listen. PUBLIC_URL sets the base of URLs',
  DRAIN_TIME: 'your application decides how it stops',
  METRICS_PORT: 'only the command forgenote serves metrics',
  METRICS_HOST: 'only the command forgenote serves metrics',
  LOG_LEVEL: 'your logger decides what is printed',
  SLOW_REQUEST_MS: 'only the command forgenote measures slow requests',
};

/** @throws ConfigError with all problems found */
export function readOptions(options: HostOptions): ReadOptions {
  const { authenticate, ...given } = options;
  if ('rootRoutes' in given)
    throw new ConfigError(['rootRoutes must be given beside useFactory, not by it']);
  if (authenticate !== undefined && typeof authenticate !== 'function')
    throw new ConfigError(['authenticate must be a function']);
  const useless = Object.entries(OF_THE_COMMAND).filter(
    ([name]) => given[name as keyof typeof given] !== undefined,
  );
  if (useless.length > 0)
    throw new ConfigError(
      useless.map(([name, reason]) => `${name} has no effect in an application: ${reason}`),
    );
  // URLs start with the address of the host application, or with PUBLIC_URL.
  const config = { ...readSettings({ ...given, PORT: 0 }), ownsTerminal: false };
  return { config, authenticate };
}

const ASYNC_OPTIONS = ['imports', 'inject', 'useFactory', 'rootRoutes'];

/** @throws ConfigError with the names of all wrong options */
export function checkAsyncOptions(options: ForgenoteAsyncOptions): void {
  requireObject(options, 'ForgenoteModule.forRootAsync needs an object with useFactory');
  const problems = Object.keys(options)
    .filter((name) => !ASYNC_OPTIONS.includes(name))
    .map((name) => `forRootAsync has no option ${name}: use ${ASYNC_OPTIONS.join(', ')}`);
  for (const name of ['imports', 'inject'] as const)
    if (options[name] !== undefined && !Array.isArray(options[name]))
      problems.push(`${name} must be an array`);
  if (typeof options.useFactory !== 'function')
    problems.push('ForgenoteModule.forRootAsync needs useFactory, a function');
  if (problems.length > 0) throw new ConfigError(problems);
}

/** @throws ConfigError */
export function requireObject(options: unknown, sentence: string): void {
  if (!isObject(options)) throw new ConfigError([sentence]);
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** @throws ConfigError a name or a path is wrong */
export function readPaths(given: RootRoutes = {}): RootPaths {
  if (!isObject(given))
    throw new ConfigError(['rootRoutes must be an object such as { docs: false }']);
  const { paths, problems } = readRootRoutes(given, BESIDE_A_HOST);
  if (problems.length > 0) throw new ConfigError(problems);
  return paths;
}

/** @throws CannotStart */
export function requireFastify(adapter: { getType(): string } | undefined): void {
  const type = adapter?.getType();
  if (type !== 'fastify')
    throw new CannotStart(
      `Forgenote needs Fastify, but the application runs on ${type ?? 'no HTTP server'}: create it with NestFactory.create(AppModule, new FastifyAdapter()) from @nestjs/platform-fastify`,
    );
}

const OPTIONS = Symbol('options');

/** A global module that provides what the options say. */
export function optionsModule(
  { imports = [], inject = [], useFactory }: ForgenoteAsyncOptions,
  paths: RootPaths,
): DynamicModule {
  const provided = [
    { provide: CONFIG, inject: [OPTIONS], useFactory: ({ config }: ReadOptions) => config },
    {
      provide: AUTHENTICATE,
      inject: [OPTIONS],
      useFactory: ({ authenticate }: ReadOptions) => authenticate,
    },
    { provide: ROOT_PATHS, useValue: paths },
  ];
  return {
    module: ConfigModule,
    global: true,
    imports,
    providers: [
      {
        provide: OPTIONS,
        inject,
        useFactory: async (...injected: unknown[]): Promise<ReadOptions> => {
          const given = await useFactory(...injected);
          requireObject(given, 'useFactory must return an object with settings');
          const options = readOptions(given);
          warnOfMails(options.config, paths);
          return options;
        },
      },
      ...provided,
    ],
    exports: provided.map(({ provide }) => provide),
  };
}

function warnOfMails({ mail, warnings }: Config, { pages }: RootPaths): void {
  if (mail.smtpUrl !== null && pages === null)
    warnings.push(
      'SMTP_URL is set, but rootRoutes.pages is false: the page to which confirmation mails link is missing',
    );
}
