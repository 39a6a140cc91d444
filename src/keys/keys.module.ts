import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.module.js';
import { CurrentUserKeysController } from './current-user-keys.controller.js';
import { KeysController } from './keys.controller.js';
import { KeysService } from './keys.service.js';
import { UserKeysController } from './user-keys.controller.js';

@Module({
  imports: [UsersModule],
  controllers: [CurrentUserKeysController, UserKeysController, KeysController],
  providers: [KeysService],
})
export class KeysModule {}
