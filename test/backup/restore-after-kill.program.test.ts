import { join } from 'node:path';
import { allContent, copiedContent } from '../support/all-content.js';
import { ContentWriters } from '../support/content-writers.js';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { Program } from '../support/program.js';
import { runCommand } from '../support/run-command.js';

const TOKEN = 'token-of-root-0000000';
const SETTINGS = {
  ...{ SECRET_KEY: 'k'.repeat(40), ADMIN_TOKEN: TOKEN, RATE_LIMIT: 'off' },
  // Nothing listens there, so mails stay in the outbox.
  SMTP_URL: 'smtp://127.0.0.1:1',
};
/** Rounds of the clients before and after the backup. */
const ROUNDS = 3;

describe('the last backup of a service that was killed', () => {
  let lost: FreshDatabase;
  let empty: FreshDatabase;
  let service: Program;
  let command: Program;

  beforeEach(async () => {
    lost = await freshDatabase();
    empty = await freshDatabase();
    service = new Program();
    command = new Program();
  });
  afterEach(async () => {
    await service.remove();
    await command.remove();
    await lost.drop();
    await empty.drop();
  });

  it('has every write that was acknowledged before it, and nothing that nobody wrote', async () => {
    service.start({ ...SETTINGS, DATABASE_URL: lost.url });
    const writers = new ContentWriters(TOKEN, [`${await service.address()}/api/v3`]);
    const initial = await allContent(lost.url);
    writers.begin();
    await writers.written(ROUNDS);
    const before = writers.ledger.mark();
    const file = join(command.folder, 'forge.backup');
    command.start({ ...SETTINGS, DATABASE_URL: lost.url }, 'backup', file);
    expect(await command.exit()).toBe(0);
    await writers.written(ROUNDS);
    expect(writers.failures).toEqual([]);
    service.signal('SIGKILL');
    await writers.end();

    const there = { ...SETTINGS, DATABASE_URL: empty.url };
    expect(await runCommand(there, ['restore', file])).toMatchObject({ code: 0 });
    expect(await runCommand(there, ['doctor'])).toMatchObject({ code: 0 });
    const { content: restored } = await copiedContent(empty.url);
    expect(writers.ledger.untouched()).toEqual([]);
    expect(writers.ledger.compare(restored, before, initial)).toEqual([]);
    // The comparison can fail: the backup lacks what was acknowledged after it.
    expect(writers.ledger.compare(restored, writers.ledger.mark(), initial)).not.toEqual([]);
  });
});
