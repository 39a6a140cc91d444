import { Module } from '@nestjs/common';
import { getDataSourceToken, getRepositoryToken } from '@nestjs/typeorm';
import { EntityManager, Repository, type DataSource, type ObjectLiteral } from 'typeorm';
import { DATA_SOURCE_NAME } from './database/feature-repository.js';
import { schema } from './schema.js';
import { LoggableError } from './log/loggable-error.js';

/** The methods of TypeORM's repository that read. A builder of `createQueryBuilder` can also write: use it for SELECT. */
export type ReadRepository<Entity extends ObjectLiteral> = Pick<
  Repository<Entity>,
  | 'find'
  | 'findBy'
  | 'findOne'
  | 'findOneBy'
  | 'findOneOrFail'
  | 'findOneByOrFail'
  | 'findAndCount'
  | 'findAndCountBy'
  | 'count'
  | 'countBy'
  | 'exists'
  | 'existsBy'
  | 'createQueryBuilder'
>;

/** Writes would skip rights, events and the audit trail, and on SQLite the queue of writers. */
class ReadManager extends EntityManager {
  override readonly save = reject;
  override readonly insert = reject;
  override readonly update = reject;
  override readonly upsert = reject;
  override readonly remove = reject;
  override readonly delete = reject;
  override readonly softRemove = reject;
  override readonly softDelete = reject;
  override readonly recover = reject;
  override readonly restore = reject;
  override readonly increment = reject;
  override readonly decrement = reject;
  override readonly clear = reject;
  override readonly query = reject;
  override readonly transaction = reject;
}

function reject(): never {
  throw new LoggableError(
    'The repositories of Forgenote are for reading: write through its services',
  );
}

const repositories = schema.entities.map((entity) => ({
  provide: getRepositoryToken(entity, DATA_SOURCE_NAME),
  inject: [getDataSourceToken(DATA_SOURCE_NAME)],
  useFactory: (dataSource: DataSource) => new Repository(entity, new ReadManager(dataSource)),
}));

/** Repositories of all entities, for host applications: `@InjectRepository(Note, FORGENOTE)`. */
@Module({ providers: repositories, exports: repositories })
export class RepositoriesModule {}
