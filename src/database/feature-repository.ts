import type { Provider } from '@nestjs/common';
import { getRepositoryToken } from '@nestjs/typeorm';
import { EntityManager, Repository, type EntityTarget, type ObjectLiteral } from 'typeorm';
import { Database } from './database.js';
import type { NewRow } from './rows.js';
import type { Statement, Values } from './statement.js';
import { UnitManager, type Unit } from './unit.js';
import { LoggableError } from '../base/log/loggable-error.js';

/** The data source has a name, so that a host application keeps its own default data source. */
export const DATA_SOURCE_NAME = 'forgenote';

/** Reads with fixed statements: in a transaction if the repository belongs to a unit of work, else on the pool. */
interface SqlReader {
  rows<Row>(query: Statement<Row>, values?: Values): Promise<Row[]>;
  /** The first row, or null. */
  row<Row>(query: Statement<Row>, values?: Values): Promise<Row | null>;
}

/**
 * Base of every feature's repository, the only home of the feature's SQL. TypeORM's own methods work in a unit
 * of work: `unit.withRepository(repository)`. Fixed statements work anywhere through `statements`. Lists always read
 * outside the unit.
 *
 * Subclasses keep TypeORM's constructor, because `withRepository` calls it.
 */
export abstract class FeatureRepository<Entity extends ObjectLiteral> extends Repository<Entity> {
  /** Set by `provideRepository`; `withRepository` copies it. */
  protected readonly database!: Database;

  protected get statements(): SqlReader {
    return this.manager instanceof UnitManager ? this.manager.unit : this.database;
  }

  /** Reads the row that decides about a right. In a unit of work, others cannot change it until the unit ends. */
  protected async deciding<Row>(query: Statement<Row>, values: Values): Promise<Row | null> {
    if (!(this.manager instanceof UnitManager)) return this.database.row(query, values);
    return (await this.manager.unit.share(query, values))[0] ?? null;
  }

  /** @throws Error if the repository was not joined to a unit of work */
  protected get unit(): Unit {
    if (this.manager instanceof UnitManager) return this.manager.unit;
    throw new LoggableError(needsUnit(this.constructor.name));
  }

  /** Inserts one row through TypeORM. Returns its id. The given object is not changed, so a retry starts clean. */
  protected async insertRow(row: NewRow<Entity>): Promise<number> {
    const { identifiers } = await this.insert({ ...row });
    return Number(identifiers[0]?.['id']);
  }
}

/** The manager of repositories outside a unit. TypeORM's methods would have no deadline and no retry there. */
class NoUnitManager extends EntityManager {
  override readonly createQueryBuilder = reject;
  override readonly query = reject;
  override readonly save = reject;
  override readonly remove = reject;
  override readonly softRemove = reject;
  override readonly recover = reject;
  override readonly clear = reject;
}

function reject(): never {
  throw new LoggableError(needsUnit('A repository'));
}

const needsUnit = (name: string) =>
  `${name} needs a unit of work here: call unit.withRepository(repository)`;

type RepositoryClass<Entity extends ObjectLiteral, R> = new (
  target: EntityTarget<Entity>,
  manager: EntityManager,
) => R;

/** Provides a feature's repository. The module also imports `TypeOrmModule.forFeature([entity], DATA_SOURCE_NAME)`. */
export const provideRepository = <
  Entity extends ObjectLiteral,
  R extends FeatureRepository<Entity>,
>(
  type: RepositoryClass<Entity, R>,
  entity: new () => Entity,
): Provider => ({
  provide: type,
  inject: [getRepositoryToken(entity, DATA_SOURCE_NAME), Database],
  useFactory: ({ target, manager }: Repository<Entity>, database: Database): R =>
    Object.assign(new type(target, new NoUnitManager(manager.dataSource)), { database }),
});
