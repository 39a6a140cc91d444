import { Module, type DynamicModule } from '@nestjs/common';
import { AwardEmojiModule } from './award-emoji/award-emoji.module.js';
import { AuthModule } from './auth/auth.module.js';
import type { Config } from './config/config.js';
import { ConfigModule } from './config/config.module.js';
import { DatabaseModule } from './database/database.module.js';
import { EmailsModule } from './emails/emails.module.js';
import { EventsModule } from './events/events.module.js';
import { HealthModule } from './health/health.module.js';
import { HttpModule } from './http/http.module.js';
import { IssuesModule } from './issues/issues.module.js';
import { KeysModule } from './keys/keys.module.js';
import { MergeRequestsModule } from './merge-requests/merge-requests.module.js';
import { NotesModule } from './notes/notes.module.js';
import { OpenapiModule } from './openapi/openapi.module.js';
import { ProfilesModule } from './profiles/profiles.module.js';
import { ProjectsModule } from './projects/projects.module.js';
import { SessionModule } from './session/session.module.js';
import { SnippetsModule } from './snippets/snippets.module.js';
import { UsersModule } from './users/users.module.js';

@Module({})
export class AppModule {
  static forConfig(config: Config): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.of(config),
        HttpModule,
        DatabaseModule,
        AuthModule,
        OpenapiModule,
        HealthModule,
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
        ProfilesModule,
      ],
    };
  }
}
