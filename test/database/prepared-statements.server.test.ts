import { RequestScope } from '../../src/database/request-scope.js';
import { startForge, type Forge } from '../support/app.js';
import { databaseOf, engineOf, statement } from '../support/internals.js';

let forge: Forge;

beforeEach(async () => {
  forge = await startForge();
});
afterEach(() => forge.close());

/** The service then takes its server for a node of a cluster. */
const joinCluster = () => Object.assign(engineOf(forge), { isCluster: true });

const PREPARED = statement<{ Value: string }>("SHOW SESSION STATUS LIKE 'Com_stmt_prepare'");
const ECHO = statement('SELECT :text AS text, :number AS number, :nothing AS nothing');
const TEXT = 'It\'s "a" \\ ? :name \\\' \u0000 ü 😀';
const VALUES = { text: TEXT, number: -9_007_199_254_740_991, nothing: null };

/** How many statements the server has prepared for one of a unit that it does not know yet. */
const countPrepared = () =>
  databaseOf(forge).unit(RequestScope.background, async (unit) => {
    const before = Number((await unit.row(PREPARED))?.Value);
    await unit.row(ECHO, VALUES);
    return Number((await unit.row(PREPARED))?.Value) - before;
  });

describe('a statement of a unit', () => {
  it('is prepared on a single server', async () => {
    // MySQL 9 counts two.
    expect(await countPrepared()).toBeGreaterThan(0);
  });

  it('is not prepared in a cluster', async () => {
    joinCluster();
    expect(await countPrepared()).toBe(0);
  });

  it.each([TEXT, "'".repeat(65_536), '\\'.repeat(65_536), '[null, "\'"]'])(
    'sends every character of its values in a cluster',
    async (text) => {
      joinCluster();
      const values = { ...VALUES, text };
      const row = await databaseOf(forge).unit(RequestScope.background, (unit) =>
        unit.row(ECHO, values),
      );
      expect(row).toEqual(values);
    },
  );
});
