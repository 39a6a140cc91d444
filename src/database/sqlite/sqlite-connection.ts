import { DatabaseSync } from '@photostructure/sqlite';

/** How long the start waits for another process, in milliseconds: nothing else is kept waiting. */
const OPENING_MS = 5_000;

type Prepared = ReturnType<InstanceType<typeof DatabaseSync>['prepare']>;

/** `node:sqlite`'s API in the shape TypeORM's better-sqlite3 driver calls. */
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

  /** Statements of fixed text are prepared once for the life of the connection. */
  fixed(sql: string): Prepared {
    let statement = this.prepared.get(sql);
    if (!statement) this.prepared.set(sql, (statement = this.statement(sql)));
    return statement;
  }

  /** Ends the open transaction, if there is one, without keeping anything of it. */
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
