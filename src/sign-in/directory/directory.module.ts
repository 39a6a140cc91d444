import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DATA_SOURCE_NAME, provideRepository } from '../../database/feature-repository.js';
import { Identity } from '../../features/users/identity.entity.js';
import { UsersModule } from '../../features/users/users.module.js';
import { ConfiguredDirectory } from './configured-directory.service.js';
import { DirectorySignIn } from './directory-sign-in.service.js';
import { DirectoryState } from './directory-state.entity.js';
import { DirectoryStateRepository } from './directory-state.repository.js';
import { DirectoryUsersRepository } from './directory-users.repository.js';
import { DirectoryUsers } from './directory-users.service.js';
import { NewDirectoryUsers } from './new-directory-users.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([DirectoryState, Identity], DATA_SOURCE_NAME), UsersModule],
  providers: [
    ...[ConfiguredDirectory, DirectoryUsers, NewDirectoryUsers, DirectorySignIn],
    provideRepository(DirectoryStateRepository, DirectoryState),
    provideRepository(DirectoryUsersRepository, Identity),
  ],
  exports: [
    ConfiguredDirectory,
    DirectoryUsers,
    DirectorySignIn,
    DirectoryStateRepository,
    DirectoryUsersRepository,
  ],
})
export class DirectoryModule {}
