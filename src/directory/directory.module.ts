import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DATA_SOURCE_NAME } from '../database/feature-repository.js';
import { Directories } from './directories.service.js';
import { DirectoryState } from './directory-state.entity.js';

@Module({
  imports: [TypeOrmModule.forFeature([DirectoryState], DATA_SOURCE_NAME)],
  providers: [Directories],
  exports: [Directories],
})
export class DirectoryModule {}
