import {
  EntityManager,
  type DataSource,
  type EntityTarget,
  type ObjectLiteral,
  type QueryRunner,
  type Repository,
} from 'typeorm';
import type { Engine, Outcome } from './engine.js';
import type { Statement, Values } from './statement.js';

/** TypeORM's manager of one transaction. Repositories find their unit of work through it. */
export class UnitManager extends EntityManager {
  constructor(
    readonly unit: Unit,
    dataSource: DataSource,
    runner: QueryRunner,
  ) {
    super(dataSource, runner);
  }
}

/** A unit of work: the reads and writes of one open transaction. */
export class Unit {
  private ended = false;
  private manager?: UnitManager;

  constructor(
    private readonly engine: Engine,
    private readonly runner: QueryRunner,
  ) {}

  /** Returns the same repository, joined to this transaction. */
  withRepository<Entity extends ObjectLiteral, Joined extends Repository<Entity>>(
    repository: Joined & Repository<Entity>,
  ): Joined {
    this.manager ??= new UnitManager(this, this.engine.dataSource, this.runner);
    return this.manager.withRepository(repository);
  }

  rows<Row>(query: Statement<Row>, values: Values = {}): Promise<Row[]> {
    return this.run(query, values, ({ rows }) => rows as Row[]);
  }

  row<Row>(query: Statement<Row>, values: Values = {}): Promise<Row | null> {
    return this.run(query, values, ({ rows: [row] }) => (row as Row | undefined) ?? null);
  }

  /** Like `rows`, and locks those rows until the unit ends. */
  lock<Row>(query: Statement<Row>, values: Values = {}): Promise<Row[]> {
    return this.rows(this.locking(query), values);
  }

  /** Returns how many rows the statement matched. */
  write(command: Statement, values: Values = {}): Promise<number> {
    return this.run(command, values, ({ matched }) => matched);
  }

  /** Inserts one row. Returns its id. */
  insert(command: Statement, values: Values): Promise<number> {
    return this.run(command, values, ({ insertId }) => insertId);
  }

  repository<Entity extends ObjectLiteral>(entity: EntityTarget<Entity>): Repository<Entity> {
    this.manager ??= new UnitManager(this, this.engine.dataSource, this.runner);
    return this.manager.getRepository(entity);
  }

  /** Rejects later statements: work that outlives its unit must not join the next transaction on this connection. */
  end(): void {
    this.ended = true;
  }

  private locking<Row>({ text, onServer, ...query }: Statement<Row>): Statement<Row> {
    return {
      ...query,
      text: text + this.engine.rowLock,
      ...(onServer ? { onServer: this.locking(onServer) } : {}),
    };
  }

  private run<Result>(
    command: Statement,
    values: Values,
    pick: (outcome: Outcome) => Result,
  ): Promise<Result> {
    if (this.ended) return Promise.reject(new Error('The unit of work has ended'));
    return this.engine.run(this.runner, command, values).then(pick);
  }
}
