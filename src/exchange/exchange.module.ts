import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AwardsModule } from '../awards/awards.module.js';
import { DATA_SOURCE_NAME, provideRepository } from '../database/feature-repository.js';
import { EmailsModule } from '../emails/emails.module.js';
import { IssuesModule } from '../issues/issues.module.js';
import { KeysModule } from '../keys/keys.module.js';
import { MergeRequestsModule } from '../merge-requests/merge-requests.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { SnippetsModule } from '../snippets/snippets.module.js';
import { UserTermsModule } from '../user-terms/user-terms.module.js';
import { User } from '../users/user.entity.js';
import { UsersModule } from '../users/users.module.js';
import { ExportRepository } from './export.repository.js';
import { Exporter } from './exporter.service.js';
import { ImportConversations } from './import-conversations.service.js';
import { ImportEvents } from './import-events.service.js';
import { ImportHolds } from './import-holds.service.js';
import { ImportPeople } from './import-people.service.js';
import { ImportProjects } from './import-projects.service.js';
import { ImportRepository } from './import.repository.js';
import { Importer } from './importer.service.js';

/** For the commands `export` and `import`. */
@Module({
  imports: [
    TypeOrmModule.forFeature([User], DATA_SOURCE_NAME),
    ...[UsersModule, UserTermsModule, EmailsModule, KeysModule],
    ...[ProjectsModule, IssuesModule, MergeRequestsModule, SnippetsModule, AwardsModule],
  ],
  providers: [
    provideRepository(ExportRepository, User),
    provideRepository(ImportRepository, User),
    ...[Exporter, Importer, ImportPeople, ImportProjects, ImportConversations],
    ...[ImportHolds, ImportEvents],
  ],
})
export class ExchangeModule {}
