import {
  Module,
  type DynamicModule,
  type INestApplication,
  type OnModuleInit,
} from '@nestjs/common';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import { AppModule } from './app.module.js';
import type { Config } from './config/config.js';
import { readSettings, type Settings } from './config/given-settings.js';
import { RouteTable } from './http/routing/route-table.js';
import { createAdapter } from './http/server/server.js';
import { prepare } from './prepare.js';

export type { Settings } from './config/given-settings.js';
// Providers that a host application or a test may inject or override.
export { Limits } from './auth/limits.js';
export { Passwords } from './auth/passwords.js';
export { Database } from './database/database.js';
export { PublicUrl } from './http/routing/public-url.js';
export { NotesService } from './notes/notes.service.js';
export { UserConfirmation } from './users/user-confirmation.service.js';
export { UsersService } from './users/users.service.js';

/**
 * Mounts the service in another Nest application, next to the application's own routes.
 *
 * @example
 * const app = await NestFactory.create(HostModule, createForgenoteAdapter());
 * await prepareForgenote(app);
 * await app.listen(3000);
 */
@Module({})
export class ForgenoteModule implements OnModuleInit {
  constructor(private readonly routes: RouteTable) {}

  /** Settings that are not given have their defaults. The environment is not read. */
  static forRoot(settings: Settings = {}): DynamicModule {
    return {
      module: ForgenoteModule,
      imports: [AppModule.forConfig(configOf(settings), { hasHome: false })],
    };
  }

  onModuleInit(): void {
    if (!this.routes.isShared)
      throw new Error(
        'Call `await prepareForgenote(app)` before `app.init()` or `app.listen()`: ForgenoteModule needs it',
      );
  }
}

/**
 * Adds hooks, body parser, error handlers and CORS to the application's Fastify, for the service's own routes only.
 * Call it after `setGlobalPrefix` and before `init` or `listen`.
 */
export function prepareForgenote(app: INestApplication): Promise<void> {
  return prepare(app, { shared: true });
}

/** Creates a Fastify adapter with the time and size limits that the service has when it runs alone. */
export function createForgenoteAdapter(settings: Settings = {}): FastifyAdapter {
  return createAdapter(configOf(settings), { shared: true });
}

/** The host application decides where to listen. URLs start with that address, or with PUBLIC_URL. */
const configOf = (settings: Settings): Config => readSettings({ ...settings, PORT: 0 });
