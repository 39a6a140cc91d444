import type { Database, Unit } from '../database/database.js';
import { statement, type Values } from '../database/statement.js';

const DATA = statement<{ name: string }>(
  "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT IN ('migrations', 'migration_lease')",
);
/** Rows come table by table: what they refer to is there at the end. */
const DEFER = statement('PRAGMA defer_foreign_keys = ON');

/** The rows of an embedded database at one moment, and how far its ids have come. */
export class Snapshot {
  private constructor(private readonly tables: ReadonlyMap<string, readonly Values[]>) {}

  static async of(database: Database): Promise<Snapshot> {
    const tables = new Map<string, readonly Values[]>();
    for (const { name } of await database.rows(DATA))
      tables.set(name, await database.rows(statement<Values>(`SELECT * FROM ${name}`)));
    return new Snapshot(tables);
  }

  /** After what is being written, before what is written next. */
  async restore(database: Database): Promise<void> {
    await database.unit(async (unit) => {
      await unit.write(DEFER);
      // The ids are the last table: whatever is put into the others moves them.
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
