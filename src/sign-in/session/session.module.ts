import { Module } from '@nestjs/common';
import { DirectoryModule } from '../directory/directory.module.js';
import { UsersModule } from '../../features/users/users.module.js';
import { Authentication } from './authentication.service.js';
import { FailedSignIns } from './failed-sign-ins.service.js';
import { PasswordController } from './password.controller.js';
import { PasswordService } from './password.service.js';
import { SessionController } from './session.controller.js';
import { SessionService } from './session.service.js';

@Module({
  imports: [UsersModule, DirectoryModule],
  controllers: [SessionController, PasswordController],
  providers: [SessionService, PasswordService, Authentication, FailedSignIns],
})
export class SessionModule {}
