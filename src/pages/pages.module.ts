import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AwardsModule } from '../awards/awards.module.js';
import { DATA_SOURCE_NAME, provideRepository } from '../database/feature-repository.js';
import { Event } from '../events/event.entity.js';
import { IssuesModule } from '../issues/issues.module.js';
import { KeysModule } from '../keys/keys.module.js';
import { MergeRequestsModule } from '../merge-requests/merge-requests.module.js';
import { NoteablesModule } from '../noteables/noteables.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { SnippetsModule } from '../snippets/snippets.module.js';
import { UsersModule } from '../users/users.module.js';
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
    ...[Site, PageRenderer, PageErrors, PageViews, PageTexts],
    ...[ProfileService, ProfileViews, ProjectPageService, ConversationService, PublicListsService],
  ],
  exports: [Site, PageRenderer, PageErrors],
})
export class PagesModule {}
