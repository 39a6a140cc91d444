import { RequestScope } from '../../src/database/request-scope.js';
import { statement } from '../../src/database/statement.js';
import type { Forge } from './app.js';
import { IS_SERVER } from './environment.js';
import { databaseOf, everyRow, sql, tablesOf } from './internals.js';

type Row = Record<string, string | number | null>;

const DISABLE_FOREIGN_KEYS = IS_SERVER
  ? 'SET FOREIGN_KEY_CHECKS = 0'
  : 'PRAGMA defer_foreign_keys = ON';

/** All rows of a service's database, on either engine. Ids are not given out again. */
export class AllRows {
  private constructor(
    private readonly tables: ReadonlyMap<string, Row[]>,
    private readonly lines: Record<string, string[]>,
  ) {}

  static async of(forge: Forge): Promise<AllRows> {
    const tables = new Map<string, Row[]>();
    for (const table of tablesOf(forge))
      tables.set(table, await sql<Row>(forge, `SELECT * FROM ${table}`));
    return new AllRows(tables, await everyRow(forge));
  }

  /** Replaces the rows of the tables that have changed. */
  async restore(forge: Forge): Promise<void> {
    const now = await everyRow(forge);
    const isChanged = (table: string) =>
      JSON.stringify(now[table]) !== JSON.stringify(this.lines[table]);
    const changed = [...this.tables].filter(([table]) => isChanged(table));
    if (changed.length === 0) return;
    await databaseOf(forge).unit(RequestScope.background, async (unit) => {
      await unit.write(statement(DISABLE_FOREIGN_KEYS));
      for (const [table, rows] of changed) {
        await unit.write(statement(`DELETE FROM ${table}`));
        const [first] = rows;
        if (!first) continue;
        const names = Object.keys(first);
        const values: Row = {};
        const lines = rows.map((row, n) => {
          for (const name of names) values[`${name}_${n}`] = row[name] ?? null;
          return `(${names.map((name) => `:${name}_${n}`).join()})`;
        });
        const insert = `INSERT INTO ${table} (${names.join()}) VALUES ${lines.join()}`;
        await unit.write(statement(insert), values);
      }
      if (IS_SERVER) await unit.write(statement('SET FOREIGN_KEY_CHECKS = 1'));
    });
  }
}
