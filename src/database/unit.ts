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

  async rows<Row>(query: Statement<Row>, values: Values = {}): Promise<Row[]> {
    return (await this.run(query, values)).rows as Row[];
  }

  async row<Row>(query: Statement<Row>, values: Values = {}): Promise<Row | null> {
    return (await this.rows(query, values))[0] ?? null;
  }

  /** Like `rows`, and nobody else changes those rows until the unit ends. */
  async lock<Row>(query: Statement<Row>, values: Values = {}): Promise<Row[]> {
    return this.rows(this.locking(query), values);
  }

  /** Writes; answers how many rows the statement matched. */
  async write(command: Statement, values: Values = {}): Promise<number> {
    return (await this.run(command, values)).matched;
  }

  /** Inserts one row; answers its id. */
  async insert(command: Statement, values: Values): Promise<number> {
    return (await this.run(command, values)).insertId;
  }

  repository<Entity extends ObjectLiteral>(entity: EntityTarget<Entity>): Repository<Entity> {
    return this.runner.manager.getRepository(entity);
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

  private async run(command: Statement, values: Values): Promise<Outcome> {
    if (this.ended) throw new Error('The unit of work has ended');
    return this.engine.run(this.runner, command, values);
  }
}
