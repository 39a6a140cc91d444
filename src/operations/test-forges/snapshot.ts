import type { Database } from '../../database/database.js';
import { RequestScope } from '../../database/request-scope.js';
import { statement, type Statement, type Values } from '../../database/statement.js';

/** `file` is the schema of the database on a read connection. */
const DATA_TABLES = statement<{ name: string }>(
  "SELECT name FROM file.sqlite_master WHERE type = 'table' AND name NOT IN ('migrations', 'migration_lease')",
);
/** Rows are inserted table by table, so foreign keys are valid only at the end of the transaction. */
const DEFER_FOREIGN_KEYS = statement('PRAGMA defer_foreign_keys = ON');

interface Table {
  clear: Statement<never>;
  /** For each row its insert. Rows of one table share the statement. */
  rows: [insert: Statement<never>, row: Values][];
}

/** All rows of an embedded database at one point in time, including its id counters. */
export class Snapshot {
  private constructor(private readonly tables: readonly Table[]) {}

  static async of(database: Database): Promise<Snapshot> {
    const tables: Table[] = [];
    for (const { name } of await database.rows(DATA_TABLES))
      tables.push(tableOf(name, await database.rows(statement<Values>(`SELECT * FROM ${name}`))));
    return new Snapshot(tables);
  }

  /** Replaces all rows in one transaction. Waits for transactions that are already running. */
  async restore(database: Database): Promise<void> {
    await database.unit(RequestScope.background, async (unit) => {
      await unit.write(DEFER_FOREIGN_KEYS);
      // sqlite_sequence comes last: inserts into the other tables change it.
      for (const { clear } of this.tables) await unit.write(clear);
      for (const { rows } of this.tables)
        for (const [insert, row] of rows) await unit.write(insert, row);
    });
  }
}

function tableOf(name: string, rows: readonly Values[]): Table {
  const names = Object.keys(rows[0] ?? {});
  const columns = names.map((column) => `"${column}"`).join();
  const values = names.map((column) => `:${column}`).join();
  const insert = statement(`INSERT INTO ${name} (${columns}) VALUES (${values})`);
  return { clear: statement(`DELETE FROM ${name}`), rows: rows.map((row) => [insert, row]) };
}
