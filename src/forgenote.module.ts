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
// What an application or a test may want to have or to put something else in the place of.
export { Limits } from './auth/limits.js';
export { Passwords } from './auth/passwords.js';
export { Database } from './database/database.js';
export { PublicUrl } from './http/routing/public-url.js';
export { NotesService } from './notes/notes.service.js';
export { UserConfirmation } from './users/user-confirmation.service.js';
export { UsersService } from './users/users.service.js';

/**
 * The service as a part of another Nest application, beside whose own routes it stands.
 *
 * @example
 * const app = await NestFactory.create(HostModule, createForgenoteAdapter());
 * await prepareForgenote(app);
 * await app.listen(3000);
 */
@Module({})
export class ForgenoteModule implements OnModuleInit {
  constructor(private readonly routes: RouteTable) {}

  /** The environment is not read: what is not given has its default. */
  static forRoot(settings: Settings = {}): DynamicModule {
    return { module: ForgenoteModule, imports: [AppModule.forConfig(configOf(settings))] };
  }

  onModuleInit(): void {
    if (!this.routes.isShared)
      throw new Error(
        'ForgenoteModule needs `await prepareForgenote(app)` before the application begins',
      );
  }
}

/**
 * Gives the application what the service needs of Fastify: its hooks, body parser, failures and CORS, for its
 * own routes alone. After `setGlobalPrefix`, before `init` or `listen`.
 */
export function prepareForgenote(app: INestApplication): Promise<void> {
  return prepare(app, { shared: true });
}

/** Fastify with the limits the service has when it runs alone: time, length of paths and headers. */
export function createForgenoteAdapter(settings: Settings = {}): FastifyAdapter {
  return createAdapter(configOf(settings), { shared: true });
}

/** Where it listens is the application's affair: its own URLs begin with what turns out, or with PUBLIC_URL. */
const configOf = (settings: Settings): Config => readSettings({ ...settings, PORT: 0 });
