import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DATA_SOURCE_NAME, provideRepository } from '../database/feature-repository.js';
import { DeletionRegistry } from '../deletion/deletion-registry.js';
import { CurrentUserEmailsController } from './current-user-emails.controller.js';
import { Email } from './email.entity.js';
import { EmailsRepository } from './emails.repository.js';
import { EmailsService } from './emails.service.js';
import { UserEmailsController } from './user-emails.controller.js';

@Module({
  imports: [TypeOrmModule.forFeature([Email], DATA_SOURCE_NAME)],
  controllers: [CurrentUserEmailsController, UserEmailsController],
  providers: [provideRepository(EmailsRepository, Email), EmailsService],
})
export class EmailsModule {
  constructor(deletions: DeletionRegistry) {
    deletions.register(...EmailsRepository.owned);
  }
}
