import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { RouterModule } from '@nestjs/core';
import { AwardEmojiModule } from './award-emoji/award-emoji.module.js';
import { AuditEventsModule } from './audit/audit-events.module.js';
import { AuditModule } from './audit/audit.module.js';
import { AuthModule } from './auth/auth.module.js';
import type { Config } from './config/config.js';
import { ConfigModule } from './config/config.module.js';
import { DatabaseModule } from './engines/database.module.js';
import { DeletionModule } from './deletion/deletion.module.js';
import { DirectoryModule } from './directory/directory.module.js';
import { DirectorySyncModule } from './directory-sync/directory-sync.module.js';
import { EmailsModule } from './emails/emails.module.js';
import { EventsStorageModule } from './events/events-storage.module.js';
import { EventsModule } from './events/events.module.js';
import { FirstAdministratorModule } from './first-administrator/first-administrator.module.js';
import { HealthModule } from './health/health.module.js';
import { IdempotencyModule } from './idempotency/idempotency.module.js';
import { HttpModule } from './http/server/http.module.js';
import { IssuesModule } from './issues/issues.module.js';
import { KeyFilesModule } from './keys/key-files.module.js';
import { KeysModule } from './keys/keys.module.js';
import { MergeRequestsModule } from './merge-requests/merge-requests.module.js';
import { NotesModule } from './notes/notes.module.js';
import { NotesStorageModule } from './notes/notes-storage.module.js';
import { OpenapiModule } from './openapi/openapi.module.js';
import { ReferenceModule } from './openapi/reference.module.js';
import { schema } from './schema.js';
import { HomeModule } from './pages/home.module.js';
import { PagesModule } from './pages/pages.module.js';
import { ProjectsModule } from './projects/projects.module.js';
import { SessionModule } from './session/session.module.js';
import { SnippetsModule } from './snippets/snippets.module.js';
import { AvatarsModule } from './avatars/avatars.module.js';
import { PeopleModule } from './users/people.module.js';
import { UsersModule } from './users/users.module.js';

export const API_PREFIX = '/api/v3';

/** Modules that all others use. */
const FOUNDATIONS = [
  HttpModule,
  DatabaseModule.forSchema(schema),
  AuthModule,
  DeletionModule,
  AuditModule,
  IdempotencyModule,
  // Provide what lower features declare in auth/ and activity/.
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
  NotesModule,
  AwardEmojiModule,
  EventsModule,
  AuditEventsModule,
];

/** Modules with routes at the root. */
const OUTSIDE_THE_API = [HealthModule, AvatarsModule, KeyFilesModule, ReferenceModule, PagesModule];

@Module({})
export class AppModule {
  /** The modules of the service that have routes. */
  static readonly withRoutes: readonly Type[] = [...API, ...OUTSIDE_THE_API, HomeModule];

  /** @param hasHome false in a host application, to which the path `/` belongs */
  static forConfig(config: Config, { hasHome = true } = {}): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.of(config),
        RouterModule.register(API.map((module) => ({ path: API_PREFIX, module }))),
        ...FOUNDATIONS,
        ...API,
        ...OUTSIDE_THE_API,
        ...(hasHome ? [HomeModule] : []),
        ...[FirstAdministratorModule, DirectoryModule, DirectorySyncModule],
      ],
    };
  }
}
