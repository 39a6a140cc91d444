import { startForge, type Forge } from '../support/app.js';
import { sql, write } from '../support/internals.js';
import { Proxy } from '../support/proxy.js';
import { runCommand } from '../support/run-command.js';
import { threadsOf, type Thread } from '../support/threads.js';
import { createConnection, type Connection } from 'mysql2/promise';

let forge: Forge;
beforeEach(async () => {
  forge = await startForge();
});
afterEach(() => forge.close());

/** A counter that `--repair` raises. */
async function breakCounter(): Promise<void> {
  const ada = await forge.seed.user();
  await forge.seed.issue(await forge.seed.project(ada), ada);
  await write(forge, 'UPDATE projects SET issue_count = 0', {});
}

describe('forgenote doctor, when the connection is lost while the server checks its tables', () => {
  let proxy: Proxy;
  let settings: Record<string, string>;
  beforeEach(async () => {
    const url = new URL(forge.settings.DATABASE_URL);
    proxy = new Proxy(url.hostname, Number(url.port || 3306));
    url.port = String(await proxy.open());
    settings = { ...forge.settings, DATABASE_URL: url.href };
    proxy.cutAfter = 'CHECK TABLE';
    proxy.onFault = () => proxy.close();
  });
  afterEach(() => proxy.close());

  it('exits with 75 and the usual sentence', async () => {
    expect(await runCommand(settings, ['doctor'])).toMatchObject({
      code: 75,
      stderr: 'The database does not respond, and nothing was changed: try again later.\n',
    });
  });

  it('says that repairs are stored', async () => {
    await breakCounter();
    expect(await runCommand(settings, ['doctor', '--repair'])).toMatchObject({
      code: 75,
      stderr:
        'The database stopped responding. What the command changed before that is stored: try again later.\n',
    });
    expect(await sql(forge, 'SELECT issue_count FROM projects')).toEqual([{ issue_count: 1 }]);
  });
});

describe('forgenote doctor, when the server checks its tables for long', () => {
  let holder: Connection;
  beforeEach(async () => {
    holder = await createConnection(forge.settings.DATABASE_URL);
  });
  afterEach(() => holder.end());

  /** Waits for the connection that checks the tables, until it has waited for so many seconds itself. */
  async function checker(seconds: number): Promise<number> {
    for (;;) {
      const threads = await threadsOf(forge.settings.DATABASE_URL, (text) =>
        sql<Thread>(forge, text),
      );
      const thread = threads.find(({ Info }) => Info?.startsWith('CHECK TABLE'));
      if (thread && thread.Time >= seconds) return thread.Id;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  it('waits longer than a request may, also after repairs', async () => {
    await breakCounter();
    // No rule reads this table.
    await holder.query('LOCK TABLES directories WRITE');
    const command = runCommand(forge.settings, ['doctor', '--repair']);
    await checker(9);
    await holder.query('UNLOCK TABLES');
    expect(await command).toMatchObject({ code: 0 });
  });

  it('exits with 75 if the check is interrupted, and reports no damage', async () => {
    await holder.query('LOCK TABLES directories WRITE');
    const command = runCommand(forge.settings, ['doctor']);
    await sql(forge, `KILL QUERY ${await checker(0)}`);
    expect(await command).toMatchObject({ code: 75, stdout: '' });
  });
});
