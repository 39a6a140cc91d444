import { Module } from '@nestjs/common';
import { provideReadRepository } from '../database/read-repository.js';
import { schema } from './schema.js';

const repositories = schema.entities.map(provideReadRepository);

/** Repositories of all entities, for host applications: `@InjectRepository(Note, FORGENOTE)`. They only read. */
@Module({ providers: repositories, exports: repositories })
export class RepositoriesModule {}
