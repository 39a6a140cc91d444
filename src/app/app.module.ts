import { Module, UseGuards, UseInterceptors, type DynamicModule, type Type } from '@nestjs/common';
import { RouterModule } from '@nestjs/core';
import { AwardEmojiModule } from '../features/award-emoji/award-emoji.module.js';
import { AuditEventsModule } from '../core/audit/audit-events.module.js';
import { AuditModule } from '../core/audit/audit.module.js';
import { AuthModule } from '../core/auth/auth.module.js';
import { TokenGuard } from '../core/auth/token.guard.js';
import type { Config } from '../base/config/config.js';
import { ConfigModule } from '../base/config/config.module.js';
import { DatabaseModule } from '../database/engines/database.module.js';
import { DeletionModule } from '../core/deletion/deletion.module.js';
import { DoctorModule } from '../core/doctor/doctor.module.js';
import { DirectoryModule } from '../sign-in/directory/directory.module.js';
import { DirectorySyncModule } from '../sign-in/directory-sync/directory-sync.module.js';
import { EmailsModule } from '../features/emails/emails.module.js';
import { EventsStorageModule } from '../features/events/events-storage.module.js';
import { EventsModule } from '../features/events/events.module.js';
import { FirstAdministratorModule } from '../features/first-administrator/first-administrator.module.js';
import { HealthModule } from '../operations/health/health.module.js';
import { SudoInterceptor } from '../core/sudo/sudo.interceptor.js';
import { IdempotencyInterceptor } from '../core/idempotency/idempotency.interceptor.js';
import { IdempotencyModule } from '../core/idempotency/idempotency.module.js';
import {
  ROOT_ROUTES,
  USUAL_PATHS,
  type RootPaths,
  type RootRoute,
} from '../http/routing/root-routes.js';
import { PageInterceptor } from '../http/pagination/page.interceptor.js';
import { HttpModule } from '../http/server/http.module.js';
import { IssuesModule } from '../features/issues/issues.module.js';
import { KeyFilesModule } from '../features/keys/key-files.module.js';
import { KeysModule } from '../features/keys/keys.module.js';
import { LabelsModule } from '../features/labels/labels.module.js';
import { LifecycleModule } from '../core/lifecycle/lifecycle.module.js';
import { MergeRequestsModule } from '../features/merge-requests/merge-requests.module.js';
import { NotesModule } from '../features/notes/notes.module.js';
import { NotesStorageModule } from '../features/notes/notes-storage.module.js';
import { OpenapiModule } from '../http/openapi/openapi.module.js';
import { ReferenceModule } from '../http/openapi/reference.module.js';
import { RepositoriesModule } from './repositories.module.js';
import { schema } from './schema.js';
import { HomeModule } from '../pages/home.module.js';
import { PagesModule } from '../pages/pages.module.js';
import { ProjectsModule } from '../features/projects/projects.module.js';
import { SessionModule } from '../sign-in/session/session.module.js';
import { SnippetsModule } from '../features/snippets/snippets.module.js';
import { AvatarsModule } from '../features/avatars/avatars.module.js';
import { PeopleModule } from '../features/users/people.module.js';
import { UsersModule } from '../features/users/users.module.js';

export const API_PREFIX = '/api/v3';

/** Modules that all others use. */
const FOUNDATIONS = [
  HttpModule,
  DatabaseModule.forSchema(schema),
  AuthModule,
  LifecycleModule,
  DeletionModule,
  AuditModule,
  DoctorModule,
  IdempotencyModule,
  // Provide what lower features declare in core/auth/ and core/event-recording/.
  PeopleModule,
  EventsStorageModule,
  NotesStorageModule,
];

/** Modules with routes below `/api/v3`. */
const API = [
  OpenapiModule,
  SessionModule,
  UsersModule,
  KeysModule,
  EmailsModule,
  ProjectsModule,
  IssuesModule,
  SnippetsModule,
  MergeRequestsModule,
  LabelsModule,
  NotesModule,
  AwardEmojiModule,
  EventsModule,
  AuditEventsModule,
];

/** Modules with routes at the root. */
const OUTSIDE_THE_API: Record<RootRoute, Type> = {
  health: HealthModule,
  docs: ReferenceModule,
  avatars: AvatarsModule,
  keyFiles: KeyFilesModule,
  pages: PagesModule,
  home: HomeModule,
};

/** What a host application may inject. */
const FOR_HOSTS = [
  ...[UsersModule, KeysModule, EmailsModule, ProjectsModule, IssuesModule, SnippetsModule],
  ...[MergeRequestsModule, LabelsModule, NotesModule, AwardEmojiModule, EventsModule],
  RepositoriesModule,
];

@Module({})
export class AppModule {
  /** The modules of the service that have routes. */
  static readonly withRoutes: readonly Type[] = [...API, ...Object.values(OUTSIDE_THE_API)];

  static forConfig(config: Config): DynamicModule {
    return AppModule.of(ConfigModule.of(config));
  }

  /**
   * @param config a global module that provides `CONFIG`
   * @param host true if a host application imports the module
   */
  static of(
    config: DynamicModule,
    { paths = USUAL_PATHS, host = false }: { paths?: RootPaths; host?: boolean } = {},
  ): DynamicModule {
    const outside = ROOT_ROUTES.flatMap((name) => {
      const path = paths[name];
      return path === null ? [] : [{ path, module: OUTSIDE_THE_API[name] }];
    });
    const moved = outside.filter(({ path }) => path !== '');
    return {
      module: AppModule,
      imports: [
        config,
        RouterModule.register([...API.map((module) => ({ path: API_PREFIX, module })), ...moved]),
        ...FOUNDATIONS,
        ...API,
        ...outside.map(({ module }) => module),
        ...[FirstAdministratorModule, DirectoryModule, DirectorySyncModule],
        ...(host ? FOR_HOSTS : []),
      ],
      exports: host ? FOR_HOSTS : [],
    };
  }
}

/** What `@ApiExcludeController` of `@nestjs/swagger` sets. */
const EXCLUDED_FROM_SWAGGER = 'swagger/apiExcludeController';

// Not as global enhancers of Nest: those would also run for the routes of a host application, and before its guards.
for (const module of AppModule.withRoutes) {
  for (const controller of (Reflect.getMetadata('controllers', module) ?? []) as Type[]) {
    UseGuards(TokenGuard)(controller);
    // From the outermost to the innermost.
    UseInterceptors(SudoInterceptor, IdempotencyInterceptor, PageInterceptor)(controller);
    // The patterns of pages end the start of a host that uses SwaggerModule, which cannot read them.
    Reflect.defineMetadata(EXCLUDED_FROM_SWAGGER, [true], controller);
  }
}
