import {
  EntityManager,
  Repository,
  type DataSource,
  type EntityTarget,
  type ObjectLiteral,
} from 'typeorm';
import { LoggableError } from '../base/log/loggable-error.js';

/** The methods of TypeORM's repository that read. All others throw, also those that a later version of TypeORM adds. */
const READS = [
  ...(['find', 'findBy', 'findOne', 'findOneBy', 'findOneOrFail', 'findOneByOrFail'] as const),
  ...(['findAndCount', 'findAndCountBy', 'count', 'countBy', 'exists', 'existsBy'] as const),
  ...(['sum', 'average', 'minimum', 'maximum', 'createQueryBuilder'] as const),
] as const;

/** Methods of the manager that those of the repository call. */
const MANAGER_READS = [...READS, 'callAggregateFun'];

/** What a host application gets. A builder of `createQueryBuilder` can also write: use it for SELECT. */
export type ReadRepository<Entity extends ObjectLiteral> = Pick<
  Repository<Entity>,
  (typeof READS)[number]
>;

class ReadOnlyRepository<Entity extends ObjectLiteral> extends Repository<Entity> {}
class ReadOnlyManager extends EntityManager {}
forbidAllBut(READS, Repository.prototype, ReadOnlyRepository.prototype);
forbidAllBut(MANAGER_READS, EntityManager.prototype, ReadOnlyManager.prototype);

function forbidAllBut(allowed: readonly string[], parent: object, child: object): void {
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(parent))) {
    if (typeof value !== 'function' || name === 'constructor' || allowed.includes(name)) continue;
    Object.defineProperty(child, name, { value: reject });
  }
}

/** Writes would skip rights, events and the audit trail, and on SQLite the queue of writers. */
function reject(): never {
  throw new LoggableError(
    'The repositories of Forgenote are for reading: write through its services',
  );
}

/**
 * Makes all repositories of the data source read-only. `TypeOrmModule.forFeature` asks it for them, so whoever injects
 * one by TypeORM's token gets such a repository. `provideRepository` provides those that write.
 */
export function withReadRepositories(dataSource: DataSource): DataSource {
  const manager = new ReadOnlyManager(dataSource);
  const getRepository = <Entity extends ObjectLiteral>(target: EntityTarget<Entity>) =>
    new ReadOnlyRepository(target, manager);
  return Object.assign(dataSource, { getRepository });
}
