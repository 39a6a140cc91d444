import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DATA_SOURCE_NAME } from '../database/feature-repository.js';
import { schema } from './schema.js';

/** Repositories of all entities, for host applications: `@InjectRepository(Note, FORGENOTE)`. They only read. */
@Module({
  imports: [TypeOrmModule.forFeature([...schema.entities], DATA_SOURCE_NAME)],
  exports: [TypeOrmModule],
})
export class RepositoriesModule {}
