import { writeBackup } from '../../src/backup/write-backup.js';
import { CannotStart } from '../../src/config/cannot-start.js';
import { openSnapshot } from '../../src/engines/copy/snapshot.js';
import { startForge, type Forge } from '../support/app.js';
import { readConfig, sql } from '../support/internals.js';
import { threadsOf } from '../support/threads.js';

let forge: Forge;
beforeAll(async () => {
  forge = await startForge();
});
afterAll(() => forge.close());

/** Ends the transaction that reads the snapshot. */
async function killReader(): Promise<void> {
  const threads = await threadsOf(forge.settings.DATABASE_URL, (text) => sql(forge, text));
  const [reader] = await sql<{ id: number }>(
    forge,
    `SELECT trx_mysql_thread_id AS id FROM information_schema.innodb_trx
     WHERE trx_is_read_only = 1 AND trx_mysql_thread_id <> CONNECTION_ID()
     AND trx_mysql_thread_id IN (${threads.map(({ Id }) => Id).join()})`,
  );
  await sql(forge, `KILL ${String(reader?.id)}`);
}

describe('A backup of a server', () => {
  it('ends with one sentence if the connection is lost', async () => {
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
        }
        yield* snapshot.rows(table);
      },
    };
    const file = `/tmp/forgenote-lost-${process.pid}.gz`;
    const attempt = writeBackup(source, file, { onProgress: () => undefined });
    await expect(attempt).rejects.toBeInstanceOf(CannotStart);
    await expect(attempt).rejects.toThrow(
      /^The database does not answer, or has closed the connection \(.*\): see that it runs/,
    );
    await snapshot.close();
  });
});
