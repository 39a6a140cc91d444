import { RequestScope } from '../../src/database/request-scope.js';
import { startForge, type Forge } from '../support/app.js';
import { freshDatabase } from '../support/database.js';
import { ENGINE_UNDER_TEST } from '../support/environment.js';
import { databaseOf, DatabaseUnavailable, sql, statement } from '../support/internals.js';
import { Proxy } from '../support/proxy.js';
import { threadsOf } from '../support/threads.js';

/** As docs say of a connection: the server keeps no more prepared statements of it. */
const MOST_STATEMENTS = 200;
const IS_MYSQL = ENGINE_UNDER_TEST === 'mysql';
// MariaDB and MySQL have the value under different names.
const LEVEL = statement<{ level: string }>(
  `SELECT @@${IS_MYSQL ? 'transaction' : 'tx'}_isolation AS level`,
);
/** In seconds. MySQL counts milliseconds, and only limits reads. */
const LIMITS = statement<Record<'rowLock' | 'tableLock' | 'read', unknown>>(
  `SELECT @@innodb_lock_wait_timeout AS rowLock, @@lock_wait_timeout AS tableLock,
  ${IS_MYSQL ? '@@max_execution_time / 1000' : '@@max_statement_time'} AS \`read\``,
);
const SLOW = 'SELECT SLEEP(60) AS isInterrupted';
/** The state of a thread that runs `SLOW`. One that has just responded is listed a moment longer, in another state. */
const RUNNING = 'User sleep';
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

  it('have modes that do not depend on the defaults of the server', async () => {
    const modes = statement<{ modes: string }>('SELECT @@sql_mode AS modes');
    const inUnit = await databaseOf(forge).unit(RequestScope.background, (unit) => unit.row(modes));
    const outside = await databaseOf(forge).row(modes);
    expect([inUnit?.modes, outside?.modes]).toEqual(['STRICT_TRANS_TABLES', 'STRICT_TRANS_TABLES']);
  });

  it('have limits of the server for statements and waits, in and outside of transactions', async () => {
    const inUnit = await databaseOf(forge).unit(RequestScope.background, (unit) =>
      unit.row(LIMITS),
    );
    const outside = await databaseOf(forge).row(LIMITS);
    for (const limits of [inUnit, outside]) {
      const seconds = Object.entries(limits ?? {}).map(([name, value]) => [name, Number(value)]);
      expect(Object.fromEntries(seconds)).toEqual({ rowLock: 4, tableLock: 4, read: 7 });
    }
  });

  it.each(['innodb_lock_wait_timeout', 'READ COMMITTED'])(
    'are closed if the server refuses their setting: %s',
    async (setting) => {
      const database = await freshDatabase();
      const url = new URL(database.url);
      const proxy = new Proxy(url.hostname, Number(url.port || 3306));
      url.port = String(await proxy.open());
      const other = await startForge({ DATABASE_URL: url.href });
      proxy.cutAll();
      let refused = 0;
      proxy.rewriteRequest = (chunk) => {
        if (refused > 0 || !chunk.includes(setting)) return chunk;
        refused++;
        return Buffer.from(
          chunk.toString('latin1').replace(setting, 'x'.repeat(setting.length)),
          'latin1',
        );
      };
      const inUnits = await Promise.all(
        Array.from({ length: 5 }, () =>
          databaseOf(other).unit(RequestScope.background, async (unit) => [
            await unit.row(LEVEL),
            Number((await unit.row(LIMITS))?.rowLock),
          ]),
        ),
      );
      expect(refused).toBe(1);
      expect(inUnits).toEqual(inUnits.map(() => [{ level: 'READ-COMMITTED' }, 4]));
      await other.close();
      await proxy.close();
      await database.drop();
    },
  );

  it('run no read that the service has given up', async () => {
    const reading = databaseOf(forge).row(statement<{ isInterrupted: unknown }>(SLOW));
    // MySQL interrupts SLEEP without an error.
    if (IS_MYSQL) expect(Number((await reading)?.isInterrupted)).toBe(1);
    else await expect(reading).rejects.toThrow(DatabaseUnavailable);
    const threads = await threadsOf(forge.settings.DATABASE_URL, (text) => sql(forge, text));
    expect(threads.filter(({ State }) => State === RUNNING)).toEqual([]);
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
    const count = async () =>
      (await threadsOf(other.settings.DATABASE_URL, (text) => sql(forge, text))).length;
    expect(await count()).toBeGreaterThan(0);
    await other.app.close();
    // The server notices a connection that was closed a moment later.
    while ((await count()) > 0);
    expect(await count()).toBe(0);
    await other.close();
  });
});
