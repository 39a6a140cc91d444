import { startForge, type Forge } from '../support/app.js';
import { reusedDatabase, type ReusedDatabase } from '../support/reused-database.js';
import { openEngine, sql, type Engine } from '../support/internals.js';
import type { Resource, SeededUser } from '../support/seed.js';
import { answered } from '../support/expected-responses.js';

/** SQLite's result codes and what each means for a request. */
const CODES: [name: string, code: number, kind: string][] = [
  ['SQLITE_ERROR', 1, 'fault'],
  ['SQLITE_BUSY', 5, 'repeat'],
  ['SQLITE_BUSY_RECOVERY', 261, 'repeat'],
  ['SQLITE_BUSY_SNAPSHOT', 517, 'repeat'],
  ['SQLITE_BUSY_TIMEOUT', 773, 'repeat'],
  ['SQLITE_LOCKED', 6, 'repeat'],
  ['SQLITE_LOCKED_SHAREDCACHE', 262, 'repeat'],
  ['SQLITE_LOCKED_VTAB', 518, 'repeat'],
  ['SQLITE_NOMEM', 7, 'unavailable'],
  ['SQLITE_READONLY', 8, 'read-only'],
  ['SQLITE_READONLY_RECOVERY', 264, 'unavailable'],
  ['SQLITE_READONLY_CANTLOCK', 520, 'unavailable'],
  ['SQLITE_READONLY_ROLLBACK', 776, 'unavailable'],
  ['SQLITE_READONLY_DBMOVED', 1032, 'unavailable'],
  ['SQLITE_READONLY_CANTINIT', 1288, 'unavailable'],
  ['SQLITE_READONLY_DIRECTORY', 1544, 'read-only'],
  ['SQLITE_IOERR', 10, 'unavailable'],
  ['SQLITE_IOERR_READ', 266, 'unavailable'],
  ['SQLITE_IOERR_SHORT_READ', 522, 'unavailable'],
  ['SQLITE_IOERR_WRITE', 778, 'unavailable'],
  ['SQLITE_IOERR_FSYNC', 1034, 'unavailable'],
  ['SQLITE_IOERR_NOMEM', 3082, 'unavailable'],
  ['SQLITE_IOERR_LOCK', 3850, 'unavailable'],
  ['SQLITE_IOERR_SHMSIZE', 4874, 'full'],
  ['SQLITE_IOERR_DATA', 8202, 'corrupt'],
  ['SQLITE_IOERR_CORRUPTFS', 8458, 'corrupt'],
  ['SQLITE_CORRUPT', 11, 'corrupt'],
  ['SQLITE_CORRUPT_VTAB', 267, 'corrupt'],
  ['SQLITE_CORRUPT_SEQUENCE', 523, 'corrupt'],
  ['SQLITE_CORRUPT_INDEX', 779, 'corrupt'],
  ['SQLITE_FULL', 13, 'full'],
  ['SQLITE_CANTOPEN', 14, 'unavailable'],
  ['SQLITE_CANTOPEN_ISDIR', 526, 'unavailable'],
  ['SQLITE_CANTOPEN_SYMLINK', 1550, 'unavailable'],
  ['SQLITE_PROTOCOL', 15, 'repeat'],
  ['SQLITE_SCHEMA', 17, 'repeat'],
  ['SQLITE_CONSTRAINT', 19, 'fault'],
  ['SQLITE_CONSTRAINT_NOTNULL', 1299, 'fault'],
  ['SQLITE_CONSTRAINT_FOREIGNKEY', 787, 'reference'],
  ['SQLITE_CONSTRAINT_PRIMARYKEY', 1555, 'duplicate'],
  ['SQLITE_CONSTRAINT_UNIQUE', 2067, 'duplicate'],
  ['SQLITE_AUTH', 23, 'fault'],
  ['SQLITE_NOTADB', 26, 'corrupt'],
];

/** SQLite's messages: the driver reports no code if a statement that returns rows fails. */
const MESSAGES: [message: string, kind: string][] = [
  ['database is locked', 'repeat'],
  ['database table is locked', 'repeat'],
  ['out of memory', 'unavailable'],
  ['attempt to write a readonly database', 'read-only'],
  ['disk I/O error', 'unavailable'],
  ['database disk image is malformed', 'corrupt'],
  ['database or disk is full', 'full'],
  ['unable to open database file', 'unavailable'],
  ['database schema has changed', 'repeat'],
  ['file is not a database', 'corrupt'],
  ['no such table: things', 'corrupt'],
  ['no such column: things', 'fault'],
];

describe('a result code of SQLite', () => {
  let database: ReusedDatabase;
  let engine: Engine;
  beforeAll(async () => {
    database = await reusedDatabase();
    engine = await openEngine(database.url);
  });
  afterAll(async () => {
    await engine.close();
    await database.drop();
  });

  it.each(CODES)('is classified: %s (%i) is %s', (_, errcode, kind) => {
    const error = Object.assign(new Error('injected'), { errcode });
    expect(engine.classify(error)).toMatchObject({ kind });
    // As TypeORM wraps it.
    expect(engine.classify({ driverError: error })).toMatchObject({ kind });
  });

  it.each(MESSAGES)('is recognized by its message: %s is %s', (message, kind) => {
    expect(engine.classify(new Error(message))).toEqual({ kind });
  });
});

describe('a full disk', () => {
  let database: ReusedDatabase;
  let forge: Forge;
  let ada: SeededUser;
  let issue: Resource;
  beforeAll(async () => {
    database = await reusedDatabase();
    forge = await startForge({ DATABASE_URL: database.url });
    ada = await forge.seed.user();
  });
  beforeEach(async () => {
    issue = await forge.seed.issue(await forge.seed.project(ada), ada);
  });
  afterAll(async () => {
    await forge.close();
    await database.drop();
  });

  it('makes writes return 503 with Retry-After and does not affect reads', async () => {
    const write = () => ada.client.post(`${issue.at}/notes`, { body: 'x'.repeat(65_536) });
    await sql(forge, 'PRAGMA max_page_count = 1');
    const refused = await write();
    expect(refused).toEqual(answered(503, { message: '503 Service Unavailable' }));
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await ada.client.get(`${issue.at}/notes`)).toEqual(answered(200, []));
    await sql(forge, 'PRAGMA max_page_count = 1000000');
    expect((await write()).status).toBe(201);
  });

  it('that refuses writes makes them return 503 and does not affect reads', async () => {
    const write = () => ada.client.post(`${issue.at}/notes`, { body: 'refused at first' });
    await sql(forge, 'PRAGMA query_only = ON');
    expect(await write()).toEqual(answered(503, { message: '503 Service Unavailable' }));
    expect(await ada.client.get(`${issue.at}/notes`)).toEqual(answered(200, []));
    await sql(forge, 'PRAGMA query_only = OFF');
    expect((await write()).status).toBe(201);
  });
});
