import { startForge, type Forge } from '../support/app.js';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { openEngine, sql, type Engine } from '../support/internals.js';
import type { Resource, SeededUser } from '../support/seed.js';
import { answered } from '../support/views.js';

/** The server's error numbers and what each means for a request. */
const NUMBERS: [name: string, errno: number, kind: string][] = [
  ['ER_BAD_FIELD_ERROR', 1054, 'other'],
  ['ER_PARSE_ERROR', 1064, 'other'],
  ['ER_DATA_TOO_LONG', 1406, 'other'],
  ['ER_DUP_ENTRY', 1062, 'duplicate'],
  ['ER_ROW_IS_REFERENCED_2', 1451, 'reference'],
  ['ER_NO_REFERENCED_ROW_2', 1452, 'reference'],
  ['ER_LOCK_DEADLOCK', 1213, 'conflict'],
  ['ER_LOCK_WAIT_TIMEOUT', 1205, 'conflict'],
  ['ER_CHECKREAD', 1020, 'conflict'],
];

/** What the driver calls them, and its own failures. */
const NAMES: [name: string, kind: string][] = [
  ['ECONNRESET', 'lost'],
  ['EPIPE', 'lost'],
  ['ER_CONNECTION_KILLED', 'lost'],
  ['ER_SERVER_SHUTDOWN', 'lost'],
  ['PROTOCOL_CONNECTION_LOST', 'lost'],
  ['ECONNREFUSED', 'away'],
  ['EHOSTUNREACH', 'away'],
  ['ENETUNREACH', 'away'],
  ['ENOTFOUND', 'away'],
  ['EAI_AGAIN', 'away'],
  ['ETIMEDOUT', 'away'],
  ['ER_CON_COUNT_ERROR', 'away'],
  ['ER_DISK_FULL', 'away'],
  ['ER_OPTION_PREVENTS_STATEMENT', 'away'],
  ['ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION', 'away'],
  ['ER_QUERY_INTERRUPTED', 'away'],
  ['ER_STATEMENT_TIMEOUT', 'away'],
  ['ER_BAD_FIELD_ERROR', 'other'],
];

describe('an error of the server', () => {
  let database: FreshDatabase;
  let engine: Engine;
  beforeAll(async () => {
    database = await freshDatabase();
    engine = await openEngine(database.url);
  });
  afterAll(async () => {
    await engine.close();
    await database.drop();
  });

  const expectKind = (fields: object, kind: string) => {
    const error = Object.assign(new Error('planted'), fields);
    expect(engine.classify(error)).toMatchObject({ kind });
    // As TypeORM wraps it.
    expect(engine.classify({ driverError: error })).toMatchObject({ kind });
  };

  it.each(NUMBERS)('is classified: %s (%i) is %s', (code, errno, kind) => {
    expectKind({ code, errno }, kind);
  });

  it.each(NAMES)('is classified: %s is %s', (code, kind) => {
    expectKind({ code }, kind);
  });

  it('means the database is away if it is fatal, or the connection is lost if it has no code', () => {
    expectKind({ code: 'ER_ANYTHING', fatal: true }, 'away');
    expectKind({ fatal: true }, 'lost');
  });
});

describe('a write that the server refuses', () => {
  let forge: Forge;
  let ada: SeededUser;
  let issue: Resource;
  beforeAll(async () => {
    forge = await startForge();
    ada = await forge.seed.user();
    issue = await forge.seed.issue(await forge.seed.project(ada), ada);
    // A table that keeps what a transaction wrote, also when the server rolls it back.
    await sql(forge, 'CREATE TABLE refusals (times int NOT NULL) ENGINE = Aria TRANSACTIONAL = 0');
    await sql(forge, 'INSERT INTO refusals VALUES (0)');
  });
  afterAll(() => forge.close());
  afterEach(() => sql(forge, 'DROP TRIGGER IF EXISTS refuse_notes'));

  /** Fails the next inserts of notes with this number. */
  const refuse = async (errno: number, times: number) => {
    await sql(forge, `UPDATE refusals SET times = ${times}`);
    await sql(
      forge,
      `CREATE TRIGGER refuse_notes BEFORE INSERT ON notes FOR EACH ROW
       IF (SELECT times FROM refusals) > 0 THEN
         UPDATE refusals SET times = times - 1;
         SIGNAL SQLSTATE '45000' SET MYSQL_ERRNO = ${errno}, MESSAGE_TEXT = 'planted';
       END IF`,
    );
  };
  const write = (body: string) => ada.client.post(`${issue.at}/notes`, { body });
  const bodies = async () =>
    (await ada.client.get<{ body: string }[]>(`${issue.at}/notes`)).body.map(({ body }) => body);

  it.each([
    ['a deadlock', 1213],
    ['a lock wait that took too long', 1205],
    ['a row that has changed', 1020],
  ])('is retried after %s', async (name, errno) => {
    await refuse(errno, 3);
    expect((await write(name)).status).toBe(201);
    expect((await bodies()).filter((body) => body === name)).toEqual([name]);
  });

  it('returns 503 with Retry-After when the disk is full', async () => {
    await refuse(1021, 1);
    const refused = await write('full');
    expect(refused).toEqual(answered(503, { message: '503 Service Unavailable' }));
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await bodies()).not.toContain('full');
  });
});
