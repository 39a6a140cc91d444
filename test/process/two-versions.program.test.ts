import { allContent } from '../support/all-content.js';
import { ContentWriters } from '../support/content-writers.js';
import { freshDatabase } from '../support/database.js';
import { Program } from '../support/program.js';

const TOKEN = 'token-of-root-0000000';
/** Rounds of the clients before, during and after the change of versions. */
const ROUNDS = 3;

/** Changes from this version to a newer one, which has a migration more, and back, on one database under load. */
async function expectNothingLost(): Promise<void> {
  const programs: Program[] = [];
  const database = await freshDatabase();

  async function start(program: Program): Promise<string> {
    programs.push(program);
    program.start({
      ...{ DATABASE_URL: database.url, SECRET_KEY: 'k'.repeat(40), ADMIN_TOKEN: TOKEN },
      // Nothing listens there, so mails stay in the outbox.
      ...{ RATE_LIMIT: 'off', DRAIN_TIME: '2', SMTP_URL: 'smtp://127.0.0.1:1' },
    });
    return `${await program.address()}/api/v3`;
  }

  try {
    const previous = new Program();
    const first = await start(previous);
    const initial = await allContent(database.url);
    const clients = new ContentWriters(TOKEN, [first]);
    clients.begin();
    await clients.written(ROUNDS);
    const second = await start(Program.ofNextVersion());
    // Half of the load goes to the newer version while the older one still answers.
    const others = new ContentWriters(TOKEN, [second], clients.ledger, 'n');
    others.begin();
    clients.instances.push(second);
    await Promise.all([clients.written(ROUNDS), others.written(ROUNDS)]);
    previous.signal('SIGTERM');
    expect(await previous.exit()).toBe(0);
    await Promise.all([clients.written(ROUNDS), others.written(ROUNDS)]);
    await Promise.all([clients.end(), others.end()]);

    expect([...clients.failures, ...others.failures]).toEqual([]);
    const { ledger } = clients;
    expect(ledger.compare(await allContent(database.url), ledger.mark(), initial)).toEqual([]);

    // The way back: the older version starts on the migrated database, and continues.
    const back = new ContentWriters(TOKEN, [await start(new Program())], ledger, 'o');
    back.begin();
    await back.written(1);
    await back.end();
    expect(back.failures).toEqual([]);
    expect(ledger.compare(await allContent(database.url), ledger.mark(), initial)).toEqual([]);
  } finally {
    await Promise.all(programs.map((program) => program.remove()));
    await database.drop();
  }
}

describe('two versions on one database', () => {
  it('lose no write and answer no request with an error, while the newer one migrates and the older one stops', () =>
    expectNothingLost());
});
