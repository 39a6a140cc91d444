import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AwardsModule } from '../features/awards/awards.module.js';
import { DATA_SOURCE_NAME, provideRepository } from '../database/feature-repository.js';
import { Event } from '../features/events/event.entity.js';
import { IssuesModule } from '../features/issues/issues.module.js';
import { KeysModule } from '../features/keys/keys.module.js';
import { MergeRequestsModule } from '../features/merge-requests/merge-requests.module.js';
import { NoteablesModule } from '../features/noteables/noteables.module.js';
import { ProjectsModule } from '../features/projects/projects.module.js';
import { SnippetsModule } from '../features/snippets/snippets.module.js';
import { UsersModule } from '../features/users/users.module.js';
import { AssetsController } from './assets.controller.js';
import { ConfirmationPageController } from './confirmation-page.controller.js';
import { ConversationService } from './conversation.service.js';
import { ConversationsController } from './conversations.controller.js';
import { PageErrors } from './page-errors.js';
import { PageRenderer } from './page-renderer.js';
import { PageTexts } from './page-texts.js';
import { PageViews } from './page-views.js';
import { ProfileController } from './profile.controller.js';
import { ProfileRepository } from './profile.repository.js';
import { ProfileService } from './profile.service.js';
import { ProfileViews } from './profile-views.js';
import { ProjectPageService } from './project-page.service.js';
import { ProjectPagesController } from './project-pages.controller.js';
import { PublicListsController } from './public-lists.controller.js';
import { PublicListsService } from './public-lists.service.js';
import { ReferencesRepository } from './references.repository.js';
import { Site } from './site.js';

/** The pages that everyone can open in a browser: the targets of `web_url`, and the one that confirms an address. */
@Module({
  imports: [
    TypeOrmModule.forFeature([Event], DATA_SOURCE_NAME),
    ...[UsersModule, KeysModule, ProjectsModule, IssuesModule, MergeRequestsModule],
    ...[SnippetsModule, NoteablesModule, AwardsModule],
  ],
  controllers: [
    ...[AssetsController, ConfirmationPageController, PublicListsController, ProfileController],
    ...[ProjectPagesController, ConversationsController],
  ],
  providers: [
    provideRepository(ProfileRepository, Event),
    provideRepository(ReferencesRepository, Event),
    ...[Site, PageRenderer, PageErrors, PageViews, PageTexts],
    ...[ProfileService, ProfileViews, ProjectPageService, ConversationService, PublicListsService],
  ],
  exports: [Site, PageRenderer, PageErrors, PublicListsService],
})
export class PagesModule {}
