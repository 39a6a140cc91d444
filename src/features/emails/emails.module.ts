import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DATA_SOURCE_NAME, provideRepository } from '../../database/feature-repository.js';
import { DeletionRegistry } from '../../core/deletion/deletion-registry.js';
import { MailModule } from '../mail/mail.module.js';
import { UserTermsModule } from '../user-search-index/user-terms.module.js';
import { CurrentUserEmailsController } from './current-user-emails.controller.js';
import { Email } from './email.entity.js';
import { EmailsRepository } from './emails.repository.js';
import { ConfirmationMails } from './confirmation-mails.service.js';
import { EmailsService } from './emails.service.js';
import { OwnEmails } from './own-emails.service.js';
import { UserEmailsController } from './user-emails.controller.js';

@Module({
  imports: [TypeOrmModule.forFeature([Email], DATA_SOURCE_NAME), MailModule, UserTermsModule],
  controllers: [CurrentUserEmailsController, UserEmailsController],
  providers: [
    provideRepository(EmailsRepository, Email),
    ...[EmailsService, OwnEmails, ConfirmationMails],
  ],
  exports: [EmailsRepository, EmailsService, OwnEmails, ConfirmationMails],
})
export class EmailsModule {
  constructor(deletions: DeletionRegistry) {
    deletions.register(...EmailsRepository.owned);
  }
}
