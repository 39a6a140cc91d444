import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DATA_SOURCE_NAME, provideRepository } from '../database/feature-repository.js';
import { DeletionRegistry } from '../deletion/deletion-registry.js';
import { UserTermsModule } from '../user-terms/user-terms.module.js';
import { CurrentUserEmailsController } from './current-user-emails.controller.js';
import { Email } from './email.entity.js';
import { EmailsRepository } from './emails.repository.js';
import { ConfirmationMails } from './confirmation-mails.service.js';
import { EmailsService } from './emails.service.js';
import { LetterWriters } from './letter-writers.js';
import { MailTransport } from './mail-transport.service.js';
import { OutboxLimits } from './outbox-limits.js';
import { OutboxMail } from './outbox-mail.entity.js';
import { OutboxSender } from './outbox-sender.js';
import { OutboxRepository } from './outbox.repository.js';
import { Outbox } from './outbox.service.js';
import { OwnEmails } from './own-emails.service.js';
import { UserEmailsController } from './user-emails.controller.js';

@Module({
  imports: [TypeOrmModule.forFeature([Email, OutboxMail], DATA_SOURCE_NAME), UserTermsModule],
  controllers: [CurrentUserEmailsController, UserEmailsController],
  providers: [
    provideRepository(EmailsRepository, Email),
    provideRepository(OutboxRepository, OutboxMail),
    ...[EmailsService, OwnEmails, ConfirmationMails],
    ...[Outbox, OutboxSender, OutboxLimits, LetterWriters, MailTransport],
  ],
  exports: [
    ...[EmailsRepository, EmailsService, OwnEmails],
    ...[ConfirmationMails, Outbox, LetterWriters],
  ],
})
export class EmailsModule {
  constructor(deletions: DeletionRegistry) {
    deletions.register(...EmailsRepository.owned, ...OutboxRepository.owned);
  }
}
