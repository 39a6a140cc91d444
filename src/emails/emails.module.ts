import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.module.js';
import { CurrentUserEmailsController } from './current-user-emails.controller.js';
import { EmailsService } from './emails.service.js';
import { UserEmailsController } from './user-emails.controller.js';

@Module({
  imports: [UsersModule],
  controllers: [CurrentUserEmailsController, UserEmailsController],
  providers: [EmailsService],
})
export class EmailsModule {}
