import { startForge, type Forge } from '../support/app.js';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { openEngine, sql, type Engine } from '../support/internals.js';
import { recordLog } from '../support/log.js';
import type { Resource, SeededUser } from '../support/seed.js';
import { answered } from '../support/expected-responses.js';

/** The server's error numbers and what each means for a request. */
const NUMBERS: [name: string, errno: number, kind: string][] = [
  ['ER_DUP_ENTRY', 1062, 'duplicate'],
  ['ER_ROW_IS_REFERENCED', 1217, 'reference'],
  ['ER_NO_REFERENCED_ROW', 1216, 'reference'],
  ['ER_ROW_IS_REFERENCED_2', 1451, 'reference'],
  ['ER_NO_REFERENCED_ROW_2', 1452, 'reference'],
  ['ER_CHECKREAD', 1020, 'repeat'],
  ['ER_ERROR_DURING_COMMIT', 1180, 'repeat'],
  ['ER_LOCK_WAIT_TIMEOUT', 1205, 'repeat'],
  ['ER_LOCK_DEADLOCK', 1213, 'repeat'],
  ['ER_QUERY_INTERRUPTED', 1317, 'repeat'],
  ['ER_TABLE_DEF_CHANGED', 1412, 'repeat'],
  ['ER_NEED_REPREPARE', 1615, 'repeat'],
  ['ER_TRANSACTION_ROLLBACK_DURING_COMMIT', 3101, 'repeat'],
  ['ER_SERVER_SHUTDOWN', 1053, 'lost'],
  ['ER_NET_PACKETS_OUT_OF_ORDER', 1156, 'lost'],
  ['ER_NET_READ_ERROR', 1158, 'lost'],
  ['ER_NET_READ_INTERRUPTED', 1159, 'lost'],
  ['ER_NET_ERROR_ON_WRITE', 1160, 'lost'],
  ['ER_NET_WRITE_INTERRUPTED', 1161, 'lost'],
  ['ER_CONNECTION_KILLED', 1927, 'lost'],
  ['CR_SERVER_GONE_ERROR', 2006, 'lost'],
  ['CR_SERVER_LOST', 2013, 'lost'],
  ['ER_CLIENT_INTERACTION_TIMEOUT', 4031, 'lost'],
  ['ER_ERROR_ON_WRITE', 1026, 'unavailable'],
  ['ER_GET_ERRNO', 1030, 'unavailable'],
  ['ER_OUTOFMEMORY', 1037, 'unavailable'],
  ['ER_OUT_OF_SORTMEMORY', 1038, 'unavailable'],
  ['ER_CON_COUNT_ERROR', 1040, 'unavailable'],
  ['ER_OUT_OF_RESOURCES', 1041, 'unavailable'],
  ['ER_UNKNOWN_COM_ERROR', 1047, 'lost'],
  ['ER_CANT_CREATE_THREAD', 1135, 'unavailable'],
  ['ER_TOO_MANY_USER_CONNECTIONS', 1203, 'unavailable'],
  ['ER_LOCK_TABLE_FULL', 1206, 'unavailable'],
  ['ER_USER_LIMIT_REACHED', 1226, 'unavailable'],
  ['ER_GET_TEMPORARY_ERRMSG', 1297, 'unavailable'],
  ['ER_MAX_PREPARED_STMT_COUNT_REACHED', 1461, 'unavailable'],
  ['ER_TOO_MANY_CONCURRENT_TRXS', 1637, 'unavailable'],
  ['ER_STATEMENT_TIMEOUT', 1969, 'unavailable'],
  ['ER_QUERY_TIMEOUT', 3024, 'unavailable'],
  ['ER_TABLEACCESS_DENIED_ERROR', 1142, 'read-only'],
  ['ER_OPTION_PREVENTS_STATEMENT', 1290, 'read-only'],
  ['ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION', 1792, 'read-only'],
  ['ER_READ_ONLY_MODE', 1836, 'read-only'],
  ['ER_DISK_FULL', 1021, 'full'],
  ['ER_RECORD_FILE_FULL', 1114, 'full'],
  ['ER_NOT_KEYFILE', 1034, 'corrupt'],
  ['ER_CRASHED_ON_USAGE', 1194, 'corrupt'],
  ['ER_INDEX_CORRUPT', 1712, 'corrupt'],
  ['ER_TABLESPACE_MISSING', 1812, 'corrupt'],
  ['ER_TABLE_CORRUPT', 1877, 'corrupt'],
  ['ER_BAD_FIELD_ERROR', 1054, 'fault'],
  ['ER_PARSE_ERROR', 1064, 'fault'],
  ['ER_DATA_TOO_LONG', 1406, 'fault'],
];

/** Failures that the driver reports itself. */
const NAMES: [name: string, kind: string][] = [
  ['ECONNRESET', 'lost'],
  ['EPIPE', 'lost'],
  ['PROTOCOL_CONNECTION_LOST', 'lost'],
  ['ECONNREFUSED', 'unavailable'],
  ['EHOSTUNREACH', 'unavailable'],
  ['ENETUNREACH', 'unavailable'],
  ['ENOTFOUND', 'unavailable'],
  ['EAI_AGAIN', 'unavailable'],
  ['ETIMEDOUT', 'unavailable'],
  ['PROTOCOL_SEQUENCE_TIMEOUT', 'unavailable'],
  ['HANDSHAKE_NO_SSL_SUPPORT', 'unavailable'],
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
    const error = Object.assign(new Error('injected'), fields);
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

  it('is classified as an unavailable database if it is fatal, or as a lost connection if it has no code', () => {
    expectKind({ code: 'ER_ANYTHING', fatal: true }, 'unavailable');
    expectKind({ fatal: true }, 'lost');
  });

  it.each([
    ['ER_ERROR_ON_WRITE', 1026, 'Error writing file (errno: 28 "No space left on device")'],
    ['ER_GET_ERRNO', 1030, 'Got error 28 "No space left on device" from storage engine'],
  ])('is classified: %s (%i) is full when the system reports no space', (code, errno, text) => {
    expectKind({ code, errno, message: text }, 'full');
  });
});

let forge: Forge;
let ada: SeededUser;
let issue: Resource;

async function start(): Promise<void> {
  forge = await startForge();
  ada = await forge.seed.user();
  issue = await forge.seed.issue(await forge.seed.project(ada), ada);
  // A table that keeps what a transaction wrote, also when the server rolls it back.
  await sql(forge, 'CREATE TABLE refusals (times int NOT NULL) ENGINE = MyISAM');
  await sql(forge, 'INSERT INTO refusals VALUES (0)');
}

/** Fails the next inserts or updates of notes with this number. */
async function failWrites(errno: number, times: number, change = 'INSERT'): Promise<void> {
  await sql(forge, `UPDATE refusals SET times = ${times}`);
  await sql(
    forge,
    `CREATE TRIGGER refuse_notes BEFORE ${change} ON notes FOR EACH ROW
     IF (SELECT times FROM refusals) > 0 THEN
       UPDATE refusals SET times = times - 1;
       SIGNAL SQLSTATE '45000' SET MYSQL_ERRNO = ${errno}, MESSAGE_TEXT = 'injected';
     END IF`,
  );
}
const write = (body: string) => ada.client.post(`${issue.at}/notes`, { body });
const bodies = async () =>
  (await ada.client.get<{ body: string }[]>(`${issue.at}/notes`)).body.map(({ body }) => body);

describe('a write that the server refuses', () => {
  beforeAll(start);
  afterAll(() => forge.close());
  afterEach(() => sql(forge, 'DROP TRIGGER IF EXISTS refuse_notes'));

  it.each([
    ['a deadlock', 1213],
    ['a lock wait that took too long', 1205],
    ['a row that has changed', 1020],
    ['a node without a majority', 1047],
  ])('is retried after %s', async (name, errno) => {
    await failWrites(errno, 3);
    expect((await write(name)).status).toBe(201);
    expect((await bodies()).filter((body) => body === name)).toEqual([name]);
  });

  it('returns 503 with Retry-After when the disk is full', async () => {
    await failWrites(1021, 1);
    const refused = await write('full');
    expect(refused).toEqual(answered(503, { message: '503 Service Unavailable' }));
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await bodies()).not.toContain('full');
  });
});

describe('a change of one statement on a server without space', () => {
  beforeEach(start);
  afterEach(() => forge.close());

  it.each([
    // This one can come from the commit of the statement.
    [1021, answered(504, { message: '504 Outcome Unknown' })],
    [1114, answered(503, { message: '503 Service Unavailable' })],
  ])(
    'is not retried after error %i; the service logs it and is not ready',
    async (errno, answer) => {
      const { body: note } = await write('before');
      await failWrites(errno, 100, 'UPDATE');
      const { lines, stop } = recordLog();
      try {
        const at = `${issue.at}/notes/${(note as { id: number }).id}`;
        expect(await ada.client.put(at, { body: 'after' })).toEqual(answer);
        expect(await sql(forge, 'SELECT times FROM refusals')).toEqual([{ times: 99 }]);
        const errors = lines.filter(({ level, database }) => level === 'error' && database);
        expect(errors.map(({ message }) => message.split('. ')[0])).toEqual([
          'No space is left for the database',
        ]);
        expect((await forge.anonymous.get(`${forge.url}/health/ready`)).status).toBe(503);
        expect(await bodies()).toEqual(['before']);
      } finally {
        stop();
      }
    },
  );
});

describe('a server that has failed a write twice', () => {
  beforeEach(start);
  afterEach(() => forge.close());

  it.each([
    ['without space', 1021, 'No space is left for the database'],
    ['with a damaged index', 1712, 'The database is damaged'],
    ['with a damaged table', 1877, 'The database is damaged'],
  ])(
    'makes the service not ready, with one line in the log, and reads go on: %s',
    async (_, errno, reason) => {
      await failWrites(errno, 2);
      const { lines, stop } = recordLog();
      try {
        for (const body of ['first', 'second']) {
          const refused = await write(body);
          expect(refused).toEqual(answered(503, { message: '503 Service Unavailable' }));
        }
        // The lines about the requests do not name the database.
        const errors = lines.filter(({ level, database }) => level === 'error' && database);
        expect(errors.map(({ message }) => message.split('. ')[0])).toEqual([reason]);
        expect(errors[0]?.['database']).toContain(
          new URL(forge.settings['DATABASE_URL'] ?? '').hostname,
        );
        const { status, body } = await forge.anonymous.get(`${forge.url}/health/ready`);
        expect([status, JSON.stringify(body)]).toEqual([503, expect.stringContaining(reason)]);
        expect(await bodies()).toEqual([]);
      } finally {
        stop();
      }
    },
  );
});
