import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Bulkhead, WriteBulkhead } from './bulkhead.js';
import type { Engine, PoolState } from './engine.js';
import { FailureLog } from './failure-log.js';
import type { RequestScope } from './request-scope.js';
import { Retries } from './retries.js';
import { SchemaVersion } from './schema-version.js';
import type { Statement, Values } from './statement.js';
import { TIME_LIMITS } from './time-limits.js';
import { Transactions } from './transactions.js';
import type { Unit } from './unit.js';
import { observed } from '../base/telemetry/observer.js';

export { Unit } from './unit.js';

export const ENGINE = Symbol('ENGINE');

/** Runs fixed statements and units of work, with deadlines and retries. */
@Injectable()
export class Database implements OnApplicationShutdown {
  protected readonly deadlineMs: number = TIME_LIMITS.unit;
  private readonly reads: Bulkhead<Statement>;
  private readonly writes: WriteBulkhead;
  private readonly failures: FailureLog;
  private readonly schema: SchemaVersion;
  private readonly retries: Retries;
  private readonly transactions: Transactions;

  constructor(@Inject(ENGINE) private readonly engine: Engine) {
    this.failures = new FailureLog(engine);
    this.schema = new SchemaVersion(engine);
    this.retries = new Retries(engine, this.schema, this.failures);
    this.transactions = new Transactions(engine, this.failures);
    this.reads = new Bulkhead(engine.partitionLimit);
    this.writes = new WriteBulkhead(engine);
  }

  /** @throws DatabaseUnavailable the database did not respond in time */
  rows<Row>(query: Statement<Row>, values: Values = {}): Promise<Row[]> {
    return this.read(query, values, (rows) => rows as Row[]);
  }

  row<Row>(query: Statement<Row>, values: Values = {}): Promise<Row | null> {
    return this.read(query, values, ([row]) => (row as Row | undefined) ?? null);
  }

  /**
   * Runs `work` in one transaction, after the checks of the request's rights. After a deadlock, a lock timeout or a
   * connection lost before COMMIT, the transaction is rolled back and `work` runs again until the time limit of units. So
   * `work` must have no effect outside the database. In a request with an Idempotency-Key, `work` joins the transaction
   * of the request.
   *
   * @throws the error of the first check that fails
   * @throws UniqueViolation a unique index refused a row
   * @throws ReferenceViolation a foreign key refused a row
   * @throws DatabaseUnavailable the database did not respond in time; nothing was stored
   * @throws OutcomeUnknown COMMIT got no response
   */
  unit<Result>(scope: RequestScope, work: (unit: Unit) => Promise<Result>): Promise<Result> {
    return this.unitWithOwnChecks(scope, async (unit) => {
      await scope.checkRights(unit);
      return work(unit);
    });
  }

  /**
   * Like `unit`, for work that changes rows which decide about rights.
   *
   * @param lock locks those rows before the checks lock them shared: if two units have a shared lock, neither can
   *   change the row. `work` gets what it returns. Errors such as a missing row belong into `work`, after the checks.
   */
  lockedUnit<Result, Locked>(
    scope: RequestScope,
    lock: (unit: Unit) => Promise<Locked>,
    work: (unit: Unit, locked: Locked) => Promise<Result>,
  ): Promise<Result> {
    return this.unitWithOwnChecks(scope, async (unit) => {
      const locked = await lock(unit);
      await scope.checkRights(unit);
      return work(unit, locked);
    });
  }

  /** Like `unit`, for work that checks the rights in the statements that write. */
  unitWithOwnChecks<Result>(
    scope: RequestScope,
    work: (unit: Unit) => Promise<Result>,
  ): Promise<Result> {
    if (scope.unit) return this.join(scope.unit, work);
    return this.runUnit(scope, async (unit) => {
      await unit.begin();
      return work(unit);
    });
  }

  private msFor({ msForUnit }: RequestScope): number {
    return Math.min(this.deadlineMs, msForUnit);
  }

  private runUnit<Result>(
    scope: RequestScope,
    work: (unit: Unit) => Promise<Result>,
  ): Promise<Result> {
    return observed('unit', undefined, () =>
      this.writes.run(scope, () =>
        this.retries.run(
          this.msFor(scope),
          (ms) => this.transactions.run(scope, work, ms),
          (result) => result,
        ),
      ),
    );
  }

  /**
   * Runs `work` as one transaction that all units and writes of the request join until it ends. It starts with the first
   * of them, because on SQLite all other writers wait from then on. It commits when `work` has ended well.
   *
   * @throws as `unit` does
   */
  requestUnit<Result>(scope: RequestScope, work: (unit: Unit) => Promise<Result>): Promise<Result> {
    return this.runUnit(scope, async (unit) => {
      scope.unit = unit;
      try {
        return await work(unit);
      } finally {
        delete scope.unit;
      }
    });
  }

  /** Runs an effect outside the database, such as a mail, when what the request has written so far is committed. */
  async afterCommit(scope: RequestScope, effect: () => Promise<void>): Promise<void> {
    if (scope.unit) scope.unit.afterCommit(effect);
    else await effect();
  }

  /**
   * Runs one statement as its own transaction, without `beforeCommit`: what sudo changes needs a unit of work. Returns how
   * many rows the statement matched.
   *
   * @throws as `unit` does
   */
  async write(scope: RequestScope, command: Statement, values: Values): Promise<number> {
    if (scope.unit) return this.join(scope.unit, (unit) => unit.write(command, values));
    const attempt = (ms: number) => scope.committing(() => this.engine.write(command, values, ms));
    return observed('write', command.text, () =>
      this.writes.run(scope, () =>
        this.retries.run(this.msFor(scope), attempt, ({ matched }) => {
          this.failures.hasWritten();
          return matched;
        }),
      ),
    );
  }

  /** Why requests would fail now, as sentences without a full stop. Empty if they would not. */
  async problems(): Promise<string[]> {
    if (this.failures.corruption) return ['The database is damaged'];
    try {
      await this.engine.ping(this.deadlineMs);
    } catch (error) {
      const failure = this.engine.classify(error);
      this.retries.translate(error);
      const known = 'problem' in failure ? failure.problem : undefined;
      return [known ?? 'The database does not respond'];
    }
    const problem = await this.schema.find();
    return [
      ...(problem ? ['The database is newer than this program'] : []),
      ...(this.failures.isFull ? ['No space is left for the database'] : []),
    ];
  }

  /** The connections, with all requests that wait for one or for their turn to take one. */
  pools(): PoolState[] {
    const queued = { reads: this.reads.queued, writes: this.writes.queued, health: 0 };
    return this.engine
      .pools()
      .map((state) => ({ ...state, waiting: state.waiting + queued[state.pool] }));
  }

  async onApplicationShutdown(): Promise<void> {
    this.failures.close();
    await this.engine.close();
  }

  private read<Result>(
    query: Statement,
    values: Values,
    pick: (rows: object[]) => Result,
  ): Promise<Result> {
    const end = performance.now() + this.deadlineMs;
    return observed('read', query.text, () =>
      this.reads.run(query, () =>
        this.retries.run(
          end - performance.now(),
          (ms) => this.engine.read(query, values, ms),
          pick,
        ),
      ),
    );
  }

  /** Errors that make the whole transaction run again are passed on as they are. */
  private join<Result>(outer: Unit, work: (unit: Unit) => Promise<Result>): Promise<Result> {
    return outer.nested(work).catch((error: unknown) => {
      const { kind } = this.engine.classify(error);
      throw kind === 'duplicate' || kind === 'reference' ? this.retries.translate(error) : error;
    });
  }
}
