import type { Provider } from '@nestjs/common';
import { getDataSourceToken, getRepositoryToken } from '@nestjs/typeorm';
import { Repository, type DataSource, type ObjectLiteral } from 'typeorm';
import { DATA_SOURCE_NAME } from './feature-repository.js';

/** The methods of TypeORM's repository that read. */
const READS = [
  ...(['find', 'findBy', 'findOne', 'findOneBy', 'findOneOrFail', 'findOneByOrFail'] as const),
  ...(['findAndCount', 'findAndCountBy', 'count', 'countBy', 'exists', 'existsBy'] as const),
  ...(['sum', 'average', 'minimum', 'maximum', 'createQueryBuilder'] as const),
] as const;

/** What a host application gets. A builder of `createQueryBuilder` can also write: use it for SELECT. */
export type ReadRepository<Entity extends ObjectLiteral> = Pick<
  Repository<Entity>,
  (typeof READS)[number]
>;

/**
 * Provides a repository by TypeORM's token, with its reading methods only. Writes would skip rights, events and the audit
 * trail, and on SQLite the queue of writers.
 */
export const provideReadRepository = (entity: new () => object): Provider => ({
  provide: getRepositoryToken(entity, DATA_SOURCE_NAME),
  inject: [getDataSourceToken(DATA_SOURCE_NAME)],
  useFactory: ({ manager }: DataSource) => {
    const repository = new Repository(entity, manager);
    return Object.fromEntries(READS.map((name) => [name, repository[name].bind(repository)]));
  },
});
