import type { EntityTarget, ObjectLiteral, QueryRunner, Repository } from 'typeorm';
import type { Engine, Outcome } from './engine.js';
import type { Statement, Values } from './statement.js';

/** Reads and writes of one open transaction. Everything inside it goes through this object. */
export class Unit {
  private ended = false;

  constructor(
    private readonly engine: Engine,
    private readonly runner: QueryRunner,
  ) {}

  rows<Row>(query: Statement<Row>, values: Values = {}): Promise<Row[]> {
    return this.run(query, values, ({ rows }) => rows as Row[]);
  }

  row<Row>(query: Statement<Row>, values: Values = {}): Promise<Row | null> {
    return this.run(query, values, ({ rows: [row] }) => (row as Row | undefined) ?? null);
  }

  /** Like `rows`, and nobody else changes those rows until the unit ends. */
  lock<Row>(query: Statement<Row>, values: Values = {}): Promise<Row[]> {
    return this.rows(this.locking(query), values);
  }

  /** Writes; answers how many rows the statement matched. */
  write(command: Statement, values: Values = {}): Promise<number> {
    return this.run(command, values, ({ matched }) => matched);
  }

  /** Inserts one row; answers its id. */
  insert(command: Statement, values: Values): Promise<number> {
    return this.run(command, values, ({ insertId }) => insertId);
  }

  repository<Entity extends ObjectLiteral>(entity: EntityTarget<Entity>): Repository<Entity> {
    return this.engine.dataSource.createEntityManager(this.runner).getRepository(entity);
  }

  /** What is still under way must not write into the transaction of whoever has the connection next. */
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
