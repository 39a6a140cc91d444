import type { Database, Unit } from '../database/database.js';
import { RequestScope } from '../database/request-scope.js';
import { statement, type Values } from '../database/statement.js';

/** `file` is the schema of the database on a read connection. */
const DATA_TABLES = statement<{ name: string }>(
  "SELECT name FROM file.sqlite_master WHERE type = 'table' AND name NOT IN ('migrations', 'migration_lease')",
);
/** Rows are inserted table by table, so foreign keys are valid only at the end of the transaction. */
const DEFER_FOREIGN_KEYS = statement('PRAGMA defer_foreign_keys = ON');

/** All rows of an embedded database at one point in time, including its id counters. */
export class Snapshot {
  private constructor(private readonly tables: ReadonlyMap<string, readonly Values[]>) {}

  static async of(database: Database): Promise<Snapshot> {
    const tables = new Map<string, readonly Values[]>();
    for (const { name } of await database.rows(DATA_TABLES))
      tables.set(name, await database.rows(statement<Values>(`SELECT * FROM ${name}`)));
    return new Snapshot(tables);
  }

  /** Replaces all rows in one transaction. Waits for transactions that are already running. */
  async restore(database: Database): Promise<void> {
    await database.unit(RequestScope.background, async (unit) => {
      await unit.write(DEFER_FOREIGN_KEYS);
      // sqlite_sequence comes last: inserts into the other tables change it.
      for (const name of this.tables.keys()) await unit.write(statement(`DELETE FROM ${name}`));
      for (const [name, rows] of this.tables) await insert(unit, name, rows);
    });
  }
}

async function insert(unit: Unit, table: string, rows: readonly Values[]): Promise<void> {
  for (const row of rows) {
    const names = Object.keys(row);
    const columns = names.map((name) => `"${name}"`).join();
    const values = names.map((name) => `:${name}`).join();
    await unit.write(statement(`INSERT INTO ${table} (${columns}) VALUES (${values})`), row);
  }
}
