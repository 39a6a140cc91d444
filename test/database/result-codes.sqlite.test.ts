import { startForge, type Forge } from '../support/app.js';
import { freshFile, type FreshDatabase } from '../support/database.js';
import { openEngine, sql, type Engine } from '../support/internals.js';
import type { Resource, SeededUser } from '../support/seed.js';
import { answered } from '../support/views.js';

/** SQLite's result codes and what each means for a request. */
const CODES: [name: string, code: number, kind: string][] = [
  ['SQLITE_ERROR', 1, 'other'],
  ['SQLITE_BUSY', 5, 'conflict'],
  ['SQLITE_BUSY_RECOVERY', 261, 'conflict'],
  ['SQLITE_BUSY_SNAPSHOT', 517, 'conflict'],
  ['SQLITE_LOCKED', 6, 'conflict'],
  ['SQLITE_LOCKED_SHAREDCACHE', 262, 'conflict'],
  ['SQLITE_READONLY', 8, 'other'],
  ['SQLITE_IOERR', 10, 'away'],
  ['SQLITE_IOERR_FSYNC', 1034, 'away'],
  ['SQLITE_FULL', 13, 'away'],
  ['SQLITE_CANTOPEN', 14, 'away'],
  ['SQLITE_CANTOPEN_ISDIR', 526, 'away'],
  ['SQLITE_CONSTRAINT', 19, 'other'],
  ['SQLITE_CONSTRAINT_NOTNULL', 1299, 'other'],
  ['SQLITE_CONSTRAINT_FOREIGNKEY', 787, 'reference'],
  ['SQLITE_CONSTRAINT_PRIMARYKEY', 1555, 'duplicate'],
  ['SQLITE_CONSTRAINT_UNIQUE', 2067, 'duplicate'],
];

describe('a result code of SQLite', () => {
  let database: FreshDatabase;
  let engine: Engine;
  beforeAll(async () => {
    database = await freshFile();
    engine = await openEngine(database.url);
  });
  afterAll(async () => {
    await engine.close();
    await database.drop();
  });

  it.each(CODES)('is classified: %s (%i) is %s', (_, errcode, kind) => {
    const error = Object.assign(new Error('planted'), { errcode });
    expect(engine.classify(error)).toMatchObject({ kind });
    // As TypeORM wraps it.
    expect(engine.classify({ driverError: error })).toMatchObject({ kind });
  });
});

describe('a disk', () => {
  let database: FreshDatabase;
  let forge: Forge;
  let ada: SeededUser;
  let issue: Resource;
  beforeAll(async () => {
    database = await freshFile();
    forge = await startForge({ DATABASE_URL: database.url });
    ada = await forge.seed.user();
    issue = await forge.seed.issue(await forge.seed.project(ada), ada);
  });
  afterAll(async () => {
    await forge.close();
    await database.drop();
  });

  it('that is full makes writes return 503 with Retry-After and does not affect reads', async () => {
    const write = () => ada.client.post(`${issue.at}/notes`, { body: 'x'.repeat(100_000) });
    await sql(forge, 'PRAGMA max_page_count = 1');
    const refused = await write();
    expect(refused).toEqual(answered(503, { message: '503 Service Unavailable' }));
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await ada.client.get(`${issue.at}/notes`)).toEqual(answered(200, []));
    await sql(forge, 'PRAGMA max_page_count = 1000000');
    expect((await write()).status).toBe(201);
  });
});
