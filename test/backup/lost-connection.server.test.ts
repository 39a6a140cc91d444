import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { writeBackup } from '../../src/operations/backup/write-backup.js';
import { CannotStart } from '../../src/base/config/cannot-start.js';
import { openSnapshot } from '../../src/database/engines/copy/snapshot.js';
import { startForge, type Forge } from '../support/app.js';
import { readConfig, sql } from '../support/internals.js';
import { Proxy } from '../support/proxy.js';
import { runCommand } from '../support/run-command.js';
import { threadsOf } from '../support/threads.js';

let forge: Forge;
beforeAll(async () => {
  forge = await startForge();
});
afterAll(() => forge.close());

/** Ends the connection that reads the snapshot. */
async function killReader(): Promise<void> {
  for (;;) {
    const threads = await threadsOf(forge.settings.DATABASE_URL, (text) => sql(forge, text));
    const [reader] = await sql<{ id: number }>(
      forge,
      `SELECT trx_mysql_thread_id AS id FROM information_schema.innodb_trx
       WHERE trx_is_read_only = 1 AND trx_mysql_thread_id <> CONNECTION_ID()
       AND trx_mysql_thread_id IN (${threads.map(({ Id }) => Id).join()})`,
    );
    if (reader) {
      await sql(forge, `KILL ${reader.id}`);
      return;
    }
    // InnoDB answers from a copy of this table until nobody has read it for 100 ms.
    await setTimeout(200);
  }
}

describe('A backup of a server', () => {
  it.each([
    ['while it reads rows', 0],
    ['between two tables', 500],
  ])('ends with one sentence if the connection is lost %s', async (_when, milliseconds) => {
    const { database } = readConfig(forge.settings);
    const snapshot = await openSnapshot(database);
    let isKilled = false;
    const [first] = snapshot.tables;
    const source = {
      ...snapshot,
      async *rows(table: Parameters<typeof snapshot.rows>[0]) {
        if (table !== first && !isKilled) {
          isKilled = true;
          await killReader();
          // Time for the connection to notice it before the next statement.
          await setTimeout(milliseconds);
        }
        yield* snapshot.rows(table);
      },
    };
    const file = `/tmp/forgenote-lost-${process.pid}-${milliseconds}.gz`;
    const attempt = writeBackup(source, file, () => undefined);
    // An open snapshot would keep the database of the test from being dropped.
    const error = await attempt.catch((reason: unknown) => reason).finally(() => snapshot.close());
    expect(error).toBeInstanceOf(CannotStart);
    expect((error as CannotStart).message).toMatch(
      /^The database does not answer, or has closed the connection \(.*\): see that it runs/,
    );
  });

  it('leaves no file if the connection is lost while references are checked, and can be repeated', async () => {
    const url = new URL(forge.settings.DATABASE_URL);
    const proxy = new Proxy(url.hostname, Number(url.port || 3306));
    url.port = String(await proxy.open());
    const folder = mkdtempSync(join(tmpdir(), 'forgenote-backup-'));
    const backup = () =>
      runCommand({ ...forge.settings, DATABASE_URL: url.href }, [
        'backup',
        join(folder, 'forge.gz'),
      ]);
    try {
      proxy.cutBefore = 'key_column_usage';
      const { code, stderr } = await backup();
      expect([code, stderr]).toEqual([
        69,
        expect.stringMatching(
          /^The database does not answer, or has closed the connection \(.*\): see that it runs/,
        ),
      ]);
      expect(readdirSync(folder)).toEqual([]);
      proxy.forwardAll();
      expect((await backup()).code).toBe(0);
      expect(readdirSync(folder)).toEqual(['forge.gz']);
    } finally {
      rmSync(folder, { recursive: true });
      await proxy.close();
    }
  });
});
