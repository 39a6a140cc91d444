import {
  EntityManager,
  type DataSource,
  type ObjectLiteral,
  type QueryRunner,
  type Repository,
} from 'typeorm';
import type { Engine, Outcome } from './engine.js';
import { observed, type WorkKind } from '../base/telemetry/observer.js';
import type { Statement, Values } from './statement.js';
import { LoggableError } from '../base/log/loggable-error.js';
import { ServiceLogger } from '../base/log/service-logger.js';

const logger = new ServiceLogger('database');

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
  private savepoints = 0;
  private readonly effects: (() => Promise<void>)[] = [];

  private hasBegun = false;

  constructor(
    private readonly engine: Engine,
    private readonly runner: QueryRunner,
  ) {}

  /** Starts the transaction, unless it has started. Nothing else starts it. */
  async begin(): Promise<void> {
    if (this.hasBegun) return;
    this.hasBegun = true;
    await observed('begin', undefined, () => this.runner.startTransaction());
  }

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
    return this.locking(withSuffix(query, this.engine.rowLock), values);
  }

  /**
   * For a decision by rows that the unit does not change: makes it hold between the servers of a cluster. Before the lock
   * and the decision. Does nothing on a single server.
   *
   * @param claim made with `claim` of `claims.ts`
   */
  async claim(claim: Statement, values: Values = {}): Promise<void> {
    if (this.engine.isCluster) await this.run(claim, values, () => undefined, 'lock');
  }

  /** Like `rows`, and keeps others from changing those rows until the unit ends. */
  share<Row>(query: Statement<Row>, values: Values = {}): Promise<Row[]> {
    return this.locking(withSuffix(query, this.engine.shareLock), values);
  }

  /** Returns how many rows the statement matched. */
  write(command: Statement, values: Values = {}): Promise<number> {
    return this.run(command, values, ({ matched }) => matched);
  }

  /** Inserts one row. Returns its id. */
  insert(command: Statement, values: Values): Promise<number> {
    return this.run(command, values, ({ insertId }) => insertId);
  }

  /**
   * Runs `work` in this transaction. If it fails, only its own writes are undone, as if it had been a unit of its
   * own.
   */
  async nested<Result>(work: (unit: Unit) => Promise<Result>): Promise<Result> {
    const { effects } = this;
    const before = effects.length;
    await this.begin();
    const savepoint = `nested_${++this.savepoints}`;
    await this.runner.query(`SAVEPOINT ${savepoint}`);
    try {
      return await work(this);
    } catch (error) {
      // Fails if the database has undone the whole transaction. Then the whole transaction runs again.
      await this.runner.query(`ROLLBACK TO SAVEPOINT ${savepoint}`).catch(() => undefined);
      effects.length = before;
      throw error;
    }
  }

  /** Runs an effect outside the database after the commit. */
  afterCommit(effect: () => Promise<void>): void {
    this.effects.push(effect);
  }

  /** The commit has happened, so a failure of an effect must not become one of the request. */
  async runEffects(): Promise<void> {
    for (const effect of this.effects) {
      await effect().catch((error: unknown) => {
        logger.error({ message: 'An effect after a commit failed', error });
      });
    }
  }

  /** Rejects later statements: work that outlives its unit must not join the next transaction on this connection. */
  end(): void {
    this.ended = true;
  }

  private locking<Row>(query: Statement<Row>, values: Values): Promise<Row[]> {
    return this.run(query, values, ({ rows }) => rows as Row[], 'lock');
  }

  private run<Result>(
    command: Statement,
    values: Values,
    pick: (outcome: Outcome) => Result,
    kind: WorkKind = 'statement',
  ): Promise<Result> {
    if (this.ended) return Promise.reject(new LoggableError('The unit of work has ended'));
    const { engine, runner } = this;
    return observed(kind, command.text, () => engine.run(runner, command, values)).then(pick);
  }
}

function withSuffix<Row>(
  { text, onServer, ...query }: Statement<Row>,
  suffix: string,
): Statement<Row> {
  return {
    ...query,
    text: text + suffix,
    ...(onServer ? { onServer: withSuffix(onServer, suffix) } : {}),
  };
}
