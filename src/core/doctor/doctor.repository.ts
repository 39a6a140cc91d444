import { Inject, Injectable } from '@nestjs/common';
import { Database, ENGINE } from '../../database/database.js';
import type { Engine } from '../../database/engine.js';
import { DatabaseUnavailable } from '../../database/failures.js';
import { statement } from '../../database/statement.js';
import type { Unit } from '../../database/unit.js';
import type { Rule } from './rule.js';

/** Rows that one statement looks at, so that each ends in time and none holds up the service. */
const RANGE = 5_000;

/** A group of rows that was looked at. */
interface ExaminedRows {
  looked: number;
  /** Those that break the rule. */
  ids: number[];
  /** Looks at the same rows again. Returns those that break the rule now. */
  findAgain: () => Promise<number[]>;
}

/** Looks at the rows of all features. */
@Injectable()
export class DoctorRepository {
  constructor(
    private readonly database: Database,
    @Inject(ENGINE) private readonly engine: Engine,
  ) {}

  /** The ids of rows that break a rule, in groups of rows that were looked at. */
  async *broken({ table, isBroken }: Rule): AsyncGenerator<ExaminedRows> {
    const [last] = await this.database.rows(
      statement<{ id: number | null }>(`SELECT MAX(id) AS id FROM ${table}`),
    );
    const query = statement<{ id: number }>(
      `SELECT t.id FROM ${table} t WHERE t.id > :after AND t.id <= :last AND ${isBroken} ORDER BY t.id`,
    );
    for (let after = 0; after < (last?.id ?? 0); after += RANGE) {
      const find = async () => {
        const rows = await this.database.rows(query, { after, last: after + RANGE });
        return rows.map(({ id }) => id);
      };
      yield { looked: RANGE, ids: await find(), findAgain: find };
    }
  }

  /** Locks a row. Returns whether it still breaks the rule. */
  async lockIfBroken(unit: Unit, { table, isBroken }: Rule, id: number): Promise<boolean> {
    await unit.lock(statement(`SELECT id FROM ${table} WHERE id = :id`), { id });
    const query = statement(`SELECT t.id FROM ${table} t WHERE t.id = :id AND ${isBroken}`);
    return (await unit.row(query, { id })) !== null;
  }

  /**
   * What the database itself finds wrong with its files.
   *
   * @throws DatabaseUnavailable the database stopped responding
   */
  async damage(): Promise<string[]> {
    try {
      return await this.engine.damage();
    } catch (error) {
      // The engine passes on errors of the driver.
      throw this.engine.classify(error).kind === 'fault' ? error : new DatabaseUnavailable(error);
    }
  }
}
