import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { NoteWriters } from '../support/note-writers.js';
import { Program } from '../support/program.js';

const TOKEN = 'token-of-root-0000000';
/** Notes that are written before, during and after the change of versions. */
const NOTES = 60;

describe('two versions on one database', () => {
  const programs: Program[] = [];
  let database: FreshDatabase;

  beforeEach(async () => {
    database = await freshDatabase();
  });
  afterEach(async () => {
    await Promise.all(programs.splice(0).map((program) => program.remove()));
    await database.drop();
  });

  async function start(program: Program): Promise<string> {
    programs.push(program);
    program.start({
      ...{ DATABASE_URL: database.url, SECRET_KEY: 'k'.repeat(40), ADMIN_TOKEN: TOKEN },
      ...{ RATE_LIMIT: 'off', DRAIN_TIME: '2' },
    });
    return `${await program.address()}/api/v3`;
  }

  async function call(url: string, body?: object): Promise<Record<string, unknown>[]> {
    const headers = { 'PRIVATE-TOKEN': TOKEN, 'Content-Type': 'application/json' };
    const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
    const response = await fetch(url, init);
    expect(response.ok).toBe(true);
    return [await response.json()].flat() as Record<string, unknown>[];
  }

  async function storedNotes(url: string): Promise<unknown[]> {
    const ids: unknown[] = [];
    for (let page = 1; ; page++) {
      const notes = await call(`${url}?per_page=100&page=${page}`);
      ids.push(...notes.map(({ id }) => id));
      if (notes.length < 100) return ids;
    }
  }

  it('lose no write and answer no request with an error, while the newer one migrates and the older one stops', async () => {
    const older = new Program();
    const first = await start(older);
    const [project] = await call(`${first}/projects`, { name: 'Engine' });
    const issues = `/projects/${String(project?.['id'])}/issues`;
    const [issue] = await call(first + issues, { title: 'It hums' });
    const notes = `${issues}/${String(issue?.['id'])}/notes`;

    const writers = new NoteWriters(notes, TOKEN, [first]);
    writers.begin();
    await writers.written(NOTES);
    const second = await start(Program.ofNextVersion());
    writers.instances.push(second);
    await writers.written(NOTES);
    older.signal('SIGTERM');
    expect(await older.exit()).toBe(0);
    await writers.written(NOTES);
    await writers.end();

    expect(writers.failures).toEqual([]);
    expect((await storedNotes(second + notes)).sort()).toEqual(writers.acknowledged.sort());

    // The way back: the older version starts on the migrated database.
    const third = await start(new Program());
    expect(await storedNotes(third + notes)).toHaveLength(writers.acknowledged.length);
  });
});
