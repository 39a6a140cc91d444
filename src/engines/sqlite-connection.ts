import { DatabaseSync } from '@photostructure/sqlite';

/** How long opening waits for another process, in milliseconds. */
const OPENING_MS = 5_000;

type Prepared = ReturnType<InstanceType<typeof DatabaseSync>['prepare']>;

/** The API of `node:sqlite` in the shape that TypeORM's better-sqlite3 driver expects. */
export class SqliteConnection {
  private readonly database: InstanceType<typeof DatabaseSync>;
  private readonly prepared = new Map<string, Prepared>();

  constructor(path: string, options: { readonly?: boolean } = {}) {
    this.database = new DatabaseSync(path, {
      readOnly: options.readonly ?? false,
      timeout: OPENING_MS,
    });
  }

  prepare(sql: string) {
    const statement = this.statement(sql);
    return {
      reader: statement.columns().length > 0,
      all: (...values: never[]) => statement.all(...values) as unknown[],
      run: (...values: never[]) => statement.run(...values),
    };
  }

  /** Prepares a statement of fixed text once per connection. */
  fixed(sql: string): Prepared {
    let statement = this.prepared.get(sql);
    if (!statement) this.prepared.set(sql, (statement = this.statement(sql)));
    return statement;
  }

  /** Rolls back the open transaction, if there is one. */
  rollBack() {
    if (this.database.isTransaction) this.database.exec('ROLLBACK');
  }

  pragma(text: string) {
    return this.database.prepare(`PRAGMA ${text}`).all() as unknown[];
  }

  close() {
    this.prepared.clear();
    this.database.close();
  }

  private statement(sql: string) {
    return this.database.prepare(sql);
  }
}
