import { Module } from '@nestjs/common';
import { ConfirmationController } from './confirmation.controller.js';
import { CurrentUserController } from './current-user.controller.js';
import { FirstAdmin } from '../first-administrator/first-administrator.js';
import { UserBlocking } from './user-blocking.service.js';
import { UserConfirmation } from './user-confirmation.service.js';
import { UserDeletion } from './user-deletion.service.js';
import { UserViews } from './user-views.service.js';
import { UsersController } from './users.controller.js';
import { UsersService } from './users.service.js';

@Module({
  controllers: [UsersController, CurrentUserController, ConfirmationController],
  providers: [UsersService, UserViews, UserBlocking, UserDeletion, UserConfirmation, FirstAdmin],
  exports: [UsersService, UserViews],
})
export class UsersModule {}
