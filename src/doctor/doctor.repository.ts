import { Inject, Injectable } from '@nestjs/common';
import { Database, ENGINE } from '../database/database.js';
import type { Engine } from '../database/engine.js';
import { statement } from '../database/statement.js';
import type { Unit } from '../database/unit.js';
import type { Rule } from './rule.js';

/** Rows that one statement looks at, so that each ends in time and none holds up the service. */
const RANGE = 5_000;

/** Looks at the rows of all features. */
@Injectable()
export class DoctorRepository {
  constructor(
    private readonly database: Database,
    @Inject(ENGINE) private readonly engine: Engine,
  ) {}

  /** The ids of rows that break a rule, in groups of rows that were looked at. */
  async *broken({ table, isBroken }: Rule): AsyncGenerator<{ looked: number; ids: number[] }> {
    const [last] = await this.database.rows(
      statement<{ id: number | null }>(`SELECT MAX(id) AS id FROM ${table}`),
    );
    const query = statement<{ id: number }>(
      `SELECT t.id FROM ${table} t WHERE t.id > :after AND t.id <= :last AND ${isBroken} ORDER BY t.id`,
    );
    for (let after = 0; after < (last?.id ?? 0); after += RANGE) {
      const rows = await this.database.rows(query, { after, last: after + RANGE });
      yield { looked: RANGE, ids: rows.map(({ id }) => id) };
    }
  }

  /** Locks a row. Returns whether it still breaks the rule. */
  async lockIfBroken(unit: Unit, { table, isBroken }: Rule, id: number): Promise<boolean> {
    await unit.lock(statement(`SELECT id FROM ${table} WHERE id = :id`), { id });
    const query = statement(`SELECT t.id FROM ${table} t WHERE t.id = :id AND ${isBroken}`);
    return (await unit.row(query, { id })) !== null;
  }

  /** What the database itself finds wrong with its files. */
  damage(): Promise<string[]> {
    return this.engine.damage();
  }
}
