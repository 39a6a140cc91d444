import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DATA_SOURCE_NAME, provideRepository } from '../database/feature-repository.js';
import { Identity } from '../users/identity.entity.js';
import { UsersModule } from '../users/users.module.js';
import { Directories } from './directories.service.js';
import { DirectoriesRepository } from './directories.repository.js';
import { DirectoryState } from './directory-state.entity.js';
import { DirectoryUsersRepository } from './directory-users.repository.js';
import { DirectoryUsers } from './directory-users.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([DirectoryState, Identity], DATA_SOURCE_NAME), UsersModule],
  providers: [
    ...[Directories, DirectoryUsers],
    provideRepository(DirectoriesRepository, DirectoryState),
    provideRepository(DirectoryUsersRepository, Identity),
  ],
  exports: [Directories, DirectoryUsers, DirectoriesRepository, DirectoryUsersRepository],
})
export class DirectoryModule {}
