import { Database } from '../../src/database/database.js';
import { RequestScope } from '../../src/database/request-scope.js';
import { statement } from '../../src/database/statement.js';
import type { SqlConnection } from '../../torture/database/connection.js';
import type { Race } from './race.js';
import type { Rivals } from './rivals.js';

const PAIRS = 6;
/** Units of each pair in one round. */
const UNITS = 10;
/** Between the two writes of a unit. Each is another text, so that it has to be prepared if the engine prepares. */
const READS = 15;

const COUNT_UP = statement('UPDATE users SET theme_id = theme_id + 1 WHERE id = :id');

/** Two users whose `theme_id` each unit counts up. */
interface Pair {
  one: number;
  other: number;
  /** To another node than the one of the units. */
  rival: SqlConnection;
}

/**
 * Of a unit that another node aborts, nothing is stored.
 *
 * @param options isCluster: false for an engine that takes its node for a single server, and prepares statements in units
 */
export const wholeUnits = ({ isCluster }: { isCluster: boolean }): Race => ({
  name: 'half of a unit of work',
  isSlow: true,
  begin: async (rivals) => {
    const engine = Object.assign(await rivals.openEngine(), { isCluster });
    const database = new Database(engine);
    const pairs: Pair[] = [];
    for (let n = 0; n < PAIRS; n++) pairs.push(await newPair(rivals));
    const all = pairs.map(({ one, other }) => `${one}, ${other}`).join(', ');
    const ids = pairs.map(({ one, other }) => `(${one}, ${other})`).join(', ');
    const halves = `SELECT COUNT(*) AS n FROM users a JOIN users b ON (a.id, b.id) IN (${ids})
      WHERE a.theme_id <> b.theme_id`;
    return async () => {
      await rivals.run(`UPDATE users SET theme_id = 0 WHERE id IN (${all})`);
      await Promise.all(pairs.map((pair) => countUp(rivals, database, pair)));
      return (await rivals.number(halves)) > 0;
    };
  },
});

async function newPair(rivals: Rivals): Promise<Pair> {
  const [one, other] = [await rivals.person(), await rivals.person()];
  return { one: one.id, other: other.id, rival: await rivals.connect(1) };
}

async function countUp(rivals: Rivals, database: Database, { one, other, rival }: Pair) {
  for (let n = 0; n < UNITS; n++) {
    let changing: Promise<void> | undefined;
    await database.unit(RequestScope.background, async (unit) => {
      await unit.write(COUNT_UP, { id: one });
      const moment = changing ? undefined : rivals.random.integer(0, READS - 1);
      for (let read = 0; read < READS; read++) {
        // If the rival loses, the unit runs once. Both are right.
        if (read === moment) changing = rival.run(otherChange(one)).catch(() => undefined);
        await unit.row(statement(`SELECT id FROM users WHERE id = 0 /* ${rivals.unique()} */`));
      }
      await unit.write(COUNT_UP, { id: other });
    });
    await changing;
  }
}

const otherChange = (id: number) =>
  `UPDATE users SET color_scheme_id = color_scheme_id + 1 WHERE id = ${id}`;
