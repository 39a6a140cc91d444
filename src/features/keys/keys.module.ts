import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DATA_SOURCE_NAME, provideRepository } from '../../database/feature-repository.js';
import { DeletionRegistry } from '../../core/deletion/deletion-registry.js';
import { UsersModule } from '../users/users.module.js';
import { CurrentUserKeysController } from './current-user-keys.controller.js';
import { Key } from './key.entity.js';
import { KeysController } from './keys.controller.js';
import { KeysRepository } from './keys.repository.js';
import { KeysService } from './keys.service.js';
import { UserKeysController } from './user-keys.controller.js';

@Module({
  imports: [TypeOrmModule.forFeature([Key], DATA_SOURCE_NAME), UsersModule],
  controllers: [CurrentUserKeysController, UserKeysController, KeysController],
  providers: [provideRepository(KeysRepository, Key), KeysService],
  exports: [KeysRepository, KeysService],
})
export class KeysModule {
  constructor(deletions: DeletionRegistry) {
    deletions.register(...KeysRepository.owned);
  }
}
