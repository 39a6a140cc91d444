import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DATA_SOURCE_NAME, provideRepository } from '../database/feature-repository.js';
import { Identity } from '../users/identity.entity.js';
import { UsersModule } from '../users/users.module.js';
import { Directories } from './directories.service.js';
import { DirectoriesRepository } from './directories.repository.js';
import { DirectorySignIn } from './directory-sign-in.service.js';
import { DirectoryState } from './directory-state.entity.js';
import { DirectoryUsersRepository } from './directory-users.repository.js';
import { DirectoryUsers } from './directory-users.service.js';
import { NewDirectoryUsers } from './new-directory-users.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([DirectoryState, Identity], DATA_SOURCE_NAME), UsersModule],
  providers: [
    ...[Directories, DirectoryUsers, NewDirectoryUsers, DirectorySignIn],
    provideRepository(DirectoriesRepository, DirectoryState),
    provideRepository(DirectoryUsersRepository, Identity),
  ],
  exports: [
    Directories,
    DirectoryUsers,
    DirectorySignIn,
    DirectoriesRepository,
    DirectoryUsersRepository,
  ],
})
export class DirectoryModule {}
