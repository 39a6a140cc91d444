import { randomUUID } from 'node:crypto';
import { RequestScope } from '../../src/database/request-scope.js';
import { startForge, type Forge } from '../support/app.js';
import { ENGINE_UNDER_TEST } from '../support/environment.js';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { databaseOf, DatabaseUnavailable, sql, statement } from '../support/internals.js';
import { errorExample } from '../support/document.js';
import { answered } from '../support/expected-responses.js';
import { addObserver } from '../../src/base/telemetry/observer.js';
import { Proxy } from '../support/proxy.js';
import type { Resource, SeededUser } from '../support/seed.js';

/** The command and its text: `READ COMMITTED` must not count. MySQL has two counts of attributes in between. */
const COMMIT = ENGINE_UNDER_TEST === 'mysql' ? '\x03\x00\x01COMMIT' : '\x03COMMIT';

let database: FreshDatabase;
let proxy: Proxy;
let forge: Forge;
let ada: SeededUser;
let issue: Resource;
/** The unknown outcomes, as the metrics count them. */
const unknown: string[] = [];
addObserver({
  count: (event, reason) => event === 'unknown_outcome' && unknown.push(reason),
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
  unknown.length = 0;
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

/** The server may still run what it got before its connection broke. */
async function untilStored(body: string, times: number): Promise<void> {
  while ((await countOf(body)) !== times);
}

const UNKNOWN = answered(504, { message: '504 Outcome Unknown' });

describe('a request whose COMMIT has no response', () => {
  const cases: [string, 'cutAfter' | 'muteAfter' | 'cutBefore', number][] = [
    ['took effect, and the connection broke', 'cutAfter', 1],
    ['took effect, and the server does not answer', 'muteAfter', 1],
    ['did not arrive', 'cutBefore', 0],
  ];

  it.each(cases)('returns 504 with Retry-After if the COMMIT %s', async (what, fault, stored) => {
    proxy[fault] = COMMIT;
    const answer = await create(what);
    proxy.forwardAll();
    expect(answer).toEqual(UNKNOWN);
    expect(answer.body).toEqual(errorExample(504));
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(unknown).toEqual(['commit']);
    await untilStored(what, stored);
  });

  it.each(cases)('is stored once by a retry with its key if the COMMIT %s', async (what, fault) => {
    const body = `${what}, with a key`;
    // The first COMMIT is that of the write: a claim is one statement.
    proxy[fault] = COMMIT;
    const keyed = ada.client.with({ 'Idempotency-Key': randomUUID() });
    const send = () => keyed.post(`${issue.at}/notes`, { body });
    expect(await send()).toEqual(UNKNOWN);
    proxy.forwardAll();
    let retry = await send();
    while (retry.status === 409) retry = await send();
    expect([retry.status, await countOf(body)]).toEqual([201, 1]);
  });

  it('runs again and returns 201 if the server rolled back after a deadlock', async () => {
    let isRolledBack = false;
    proxy.rewriteRequest = (chunk) => {
      if (isRolledBack || !chunk.includes(COMMIT)) return chunk;
      isRolledBack = true;
      proxy.rewriteResponse = () => {
        delete proxy.rewriteResponse;
        return packet(1, '\xff\xbd\x04#40001Deadlock found');
      };
      return packet(0, COMMIT.replace('COMMIT', 'ROLLBACK'));
    };
    const { status } = await create('after a deadlock');
    expect([isRolledBack, status, await countOf('after a deadlock')]).toEqual([true, 201, 1]);
    expect(unknown).toEqual([]);
  });
});

/** A packet of the protocol. */
const packet = (number: number, payload: string): Buffer =>
  Buffer.from(
    `${String.fromCharCode(payload.length)}\0\0${String.fromCharCode(number)}${payload}`,
    'latin1',
  );

describe('a request whose connection breaks before COMMIT', () => {
  it('runs again and returns 201', async () => {
    proxy.cutAll();
    proxy.cutBefore = 'INSERT INTO events';
    const creating = create('broken before');
    proxy.onFault = () => delete proxy.cutBefore;
    expect([(await creating).status, await countOf('broken before')]).toEqual([201, 1]);
  });
});

describe('a change of one statement whose response is lost', () => {
  it.each([
    ['took effect', 'cutAfter', 1],
    ['did not arrive', 'cutBefore', 0],
  ] as const)('returns 504 if it %s', async (what, fault, stored) => {
    const { body } = await create('before');
    const text = `change that ${what}`;
    proxy[fault] = text;
    const answer = await change(body.id, text);
    proxy.forwardAll();
    expect(answer).toEqual(UNKNOWN);
    expect(unknown).toEqual(['statement']);
    await untilStored(text, stored);
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
