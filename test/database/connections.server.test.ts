import { RequestScope } from '../../src/database/request-scope.js';
import { startForge, type Forge } from '../support/app.js';
import { ENGINE_UNDER_TEST } from '../support/environment.js';
import { databaseOf, sql, statement } from '../support/internals.js';

/** As docs say of a connection: the server keeps no more prepared statements of it. */
const MOST_STATEMENTS = 200;
// MariaDB and MySQL have the value under different names.
const LEVEL = statement<{ level: string }>(
  `SELECT @@${ENGINE_UNDER_TEST === 'mysql' ? 'transaction' : 'tx'}_isolation AS level`,
);
const STATUS = statement<{ Variable_name: string; Value: string }>(
  "SHOW SESSION STATUS WHERE Variable_name IN ('Com_stmt_prepare', 'Com_stmt_close')",
);

let forge: Forge;
beforeAll(async () => {
  forge = await startForge();
});
afterAll(() => forge.close());

describe('the connections to a server database', () => {
  it('use READ COMMITTED, which takes no gap locks', async () => {
    const levels = await Promise.all(
      Array.from({ length: 5 }, () =>
        databaseOf(forge).unit(RequestScope.background, (unit) => unit.row(LEVEL)),
      ),
    );
    expect(new Set(levels.map((row) => row?.level))).toEqual(new Set(['READ-COMMITTED']));
    expect((await databaseOf(forge).row(LEVEL))?.level).toBe('READ-COMMITTED');
  });

  it('keep a bounded number of prepared statements', async () => {
    await databaseOf(forge).unit(RequestScope.background, async (unit) => {
      for (let n = 0; n < MOST_STATEMENTS + 50; n++) await unit.row(statement(`SELECT ${n} AS n`));
      const rows = await unit.rows(STATUS);
      const { Com_stmt_prepare: prepared, Com_stmt_close: closed } = Object.fromEntries(
        rows.map((row) => [row.Variable_name, Number(row.Value)]),
      );
      expect(prepared).toBeGreaterThan(MOST_STATEMENTS);
      expect((prepared ?? NaN) - (closed ?? NaN)).toBeLessThanOrEqual(MOST_STATEMENTS + 1);
    });
  });

  it('are closed when the service has closed', async () => {
    const other = await startForge();
    const [row] = await sql<{ name: string }>(other, 'SELECT DATABASE() AS name');
    const count = async () => {
      const [found] = await sql<{ total: number }>(
        forge,
        `SELECT COUNT(*) AS total FROM information_schema.processlist WHERE db = '${row?.name ?? ''}'`,
      );
      return found?.total ?? NaN;
    };
    expect(await count()).toBeGreaterThan(0);
    await other.app.close();
    // The server notices a connection that was closed a moment later.
    while ((await count()) > 0);
    expect(await count()).toBe(0);
    await other.close();
  });
});
