import { createConnection } from 'mysql2/promise';
import { RequestScope } from '../../src/database/request-scope.js';
import { startForge, type Forge } from '../support/app.js';
import { ENGINE_UNDER_TEST } from '../support/environment.js';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import {
  countEveryRow,
  databaseOf,
  DatabaseUnavailable,
  sql,
  statement,
} from '../support/internals.js';
import { errorExample } from '../support/document.js';
import { addObserver } from '../../src/telemetry/observer.js';
import { Proxy } from '../support/proxy.js';
import type { Resource, SeededUser } from '../support/seed.js';

/** The command and its text: `READ COMMITTED` must not count. MySQL has two counts of attributes in between. */
const COMMIT = ENGINE_UNDER_TEST === 'mysql' ? '\x03\x00\x01COMMIT' : '\x03COMMIT';

let database: FreshDatabase;
let proxy: Proxy;
let forge: Forge;
let ada: SeededUser;
let issue: Resource;
/** What became of commits, as the metrics count it. */
const settled: string[] = [];
addObserver({
  count: (event, reason) => event === 'settlement' && settled.push(reason),
});

beforeAll(async () => {
  database = await freshDatabase();
  const url = new URL(database.url);
  proxy = new Proxy(url.hostname, Number(url.port || 3306));
  url.port = String(await proxy.open());
  forge = await startForge({ DATABASE_URL: url.href });
  ada = await forge.seed.user();
  issue = await forge.seed.issue(await forge.seed.project(ada), ada);
});
beforeEach(() => {
  settled.length = 0;
});
afterEach(() => {
  proxy.forwardAll();
});
afterAll(() => forge.close());
afterAll(() => proxy.close());
afterAll(() => database.drop());

const create = (body: string) => ada.client.post<{ id: number }>(`${issue.at}/notes`, { body });
const change = (id: number, body: string) => ada.client.put(`${issue.at}/notes/${id}`, { body });
const countOf = async (body: string) => {
  const [row] = await sql<{ n: string }>(
    forge,
    `SELECT COUNT(*) AS n FROM notes JOIN events ON note_id = notes.id WHERE body = '${body}'`,
  );
  return Number(row?.n);
};

describe('a request whose COMMIT has no response', () => {
  it('returns 201 and has stored the note once if the COMMIT took effect', async () => {
    proxy.cutAfter = COMMIT;
    // The fault stays on: the service must not send a second COMMIT.
    const { status, body } = await create('committed');
    delete proxy.cutAfter;
    expect([status, await countOf('committed')]).toEqual([201, 1]);
    expect(settled).toEqual(['committed']);
    expect((await ada.client.get(`${issue.at}/notes/${body.id}`)).status).toBe(200);
  });

  it('returns 201 if the server does not answer it at all', async () => {
    proxy.muteAfter = COMMIT;
    const { status } = await create('muted');
    expect([status, await countOf('muted')]).toEqual([201, 1]);
  });

  // MySQL then cannot read `information_schema.processlist`.
  it('returns 201 while another connection runs a statement with emoji', async () => {
    const other = await createConnection(database.url);
    const sleeping = other.query("SELECT SLEEP(5), '\u{1f44d}'").catch(() => undefined);
    proxy.cutAfter = COMMIT;
    const { status } = await create('beside emoji');
    expect([status, await countOf('beside emoji')]).toEqual([201, 1]);
    other.destroy();
    await sleeping;
  });

  it('returns 201 and creates no second note if another request deletes the note before the service asks', async () => {
    proxy.muteAfter = COMMIT;
    const muted = new Promise<void>((resolve) => {
      proxy.onFault = () => {
        delete proxy.muteAfter;
        resolve();
      };
    });
    const creating = create('deleted at once');
    await muted;
    let [id] = await committed('deleted at once');
    while (id === undefined) [id] = await committed('deleted at once');
    expect((await ada.client.delete(`${issue.at}/notes/${id}`)).status).toBe(200);
    expect((await creating).status).toBe(201);
    expect(await committed('deleted at once')).toEqual([]);
  });

  it('runs again and returns 201 if the COMMIT did not arrive', async () => {
    proxy.cutBefore = COMMIT;
    const creating = create('not arrived');
    proxy.onFault = () => delete proxy.cutBefore;
    expect([(await creating).status, await countOf('not arrived')]).toEqual([201, 1]);
    expect(new Set(settled)).toEqual(new Set(['not_committed']));
  });

  it('returns 503 and has stored nothing if no COMMIT ever arrives', async () => {
    proxy.cutBefore = COMMIT;
    const { status } = await create('never');
    delete proxy.cutBefore;
    expect([status, await countOf('never')]).toEqual([503, 0]);
  });

  it('returns 504 with Retry-After if the database cannot be reached afterwards', async () => {
    const before = await countEveryRow(forge);
    proxy.muteAfter = COMMIT;
    const creating = create('unknown');
    proxy.onFault = () => (proxy.stalled = true);
    const { status, body, headers } = await creating;
    expect([status, body]).toEqual([504, { message: '504 Outcome Unknown' }]);
    expect(body).toEqual(errorExample(504));
    expect(settled).toEqual(['unknown']);
    expect(headers.get('retry-after')).toMatch(/^\d+$/);
    proxy.forwardAll();
    const after = await countEveryRow(forge);
    expect((after['notes'] ?? 0) - (before['notes'] ?? 0)).toBe(1);
  });

  /** The ids of these notes, read beside the proxy. */
  async function committed(body: string): Promise<number[]> {
    const { createConnection } = await import('mysql2/promise');
    const connection = await createConnection(database.url);
    const [rows] = await connection.query(`SELECT id FROM notes WHERE body = '${body}'`);
    await connection.end();
    return (rows as { id: number }[]).map(({ id }) => id);
  }
});

describe('a change whose response from the database is lost', () => {
  it('returns 200 because it is in effect, also if the database takes no unit of work then', async () => {
    const { body } = await create('before');
    proxy.cutAfter = 'in effect';
    proxy.cutBefore = COMMIT;
    const changing = change(body.id, 'in effect');
    proxy.onFault = () => delete proxy.cutAfter;
    expect((await changing).status).toBe(200);
    expect(new Set(settled)).toEqual(new Set(['committed']));
    delete proxy.cutBefore;
    expect(await countOf('in effect')).toBe(1);
  });

  it('runs again and returns 200 if it did not arrive', async () => {
    const { body } = await create('before');
    proxy.cutBefore = 'on its way';
    const changing = change(body.id, 'on its way');
    proxy.onFault = () => delete proxy.cutBefore;
    expect([(await changing).status, await countOf('on its way')]).toEqual([200, 1]);
  });

  it('returns 503 and has changed nothing if it never arrives', async () => {
    const { body } = await create('before');
    // Connections that know the statement already do not send its text again.
    proxy.cutAll();
    proxy.cutBefore = 'UPDATE notes';
    const { status } = await change(body.id, 'never on its way');
    delete proxy.cutBefore;
    expect([status, await countOf('never on its way')]).toEqual([503, 0]);
  });

  it('returns 200, because it runs again', async () => {
    const { body } = await create('before');
    proxy.cutAfter = 'after';
    const changing = change(body.id, 'after');
    proxy.onFault = () => delete proxy.cutAfter;
    expect((await changing).status).toBe(200);
    expect(await countOf('after')).toBe(1);
  });
});

describe('a request that has been answered', () => {
  it('cannot commit any more', async () => {
    const { id } = ada;
    const rename = statement("UPDATE users SET name = 'too late' WHERE id = :id");
    const scope = new RequestScope(60_000);
    const late = databaseOf(forge).unit(scope, async (unit) => {
      await unit.write(rename, { id });
      scope.end();
    });
    await expect(late).rejects.toThrow(DatabaseUnavailable);
    await expect(databaseOf(forge).write(scope, rename, { id })).rejects.toThrow(
      DatabaseUnavailable,
    );
    const [row] = await sql<{ name: string }>(forge, `SELECT name FROM users WHERE id = ${id}`);
    expect(row?.name).not.toBe('too late');
  });
});
