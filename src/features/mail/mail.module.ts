import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DATA_SOURCE_NAME, provideRepository } from '../../database/feature-repository.js';
import { DeletionRegistry } from '../../core/deletion/deletion-registry.js';
import { LetterWriters } from './letter-writers.js';
import { MailTransport } from './mail-transport.service.js';
import { OutboxLimits } from './outbox-limits.js';
import { OutboxMail } from './outbox-mail.entity.js';
import { OutboxSender } from './outbox-sender.js';
import { OutboxRepository } from './outbox.repository.js';
import { Outbox } from './outbox.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([OutboxMail], DATA_SOURCE_NAME)],
  providers: [
    provideRepository(OutboxRepository, OutboxMail),
    ...[Outbox, OutboxSender, OutboxLimits, LetterWriters, MailTransport],
  ],
  exports: [Outbox, LetterWriters, MailTransport],
})
export class MailModule {
  constructor(deletions: DeletionRegistry) {
    deletions.register(...OutboxRepository.owned);
  }
}
