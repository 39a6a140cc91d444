import { createConnection, type Connection } from 'mysql2/promise';
import { RequestScope } from '../../src/database/request-scope.js';
import { startForge, type Forge } from '../support/app.js';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { databaseOf, sql, statement } from '../support/internals.js';
import { Proxy } from '../support/proxy.js';
import type { Resource, SeededUser } from '../support/seed.js';

const RENAME = statement('UPDATE projects SET name = :name WHERE id = :id');

let database: FreshDatabase;
let proxy: Proxy;
let forge: Forge;
let ada: SeededUser;
let project: Resource;
let issue: Resource;
/** Another connection, which sees only what is committed. */
let other: Connection;
let sent = '';

// One connection for all that is written, so that each statement gets the one that the last unit has used.
beforeAll(async () => {
  database = await freshDatabase();
  const url = new URL(database.url);
  proxy = new Proxy(url.hostname, Number(url.port || 3306));
  proxy.rewriteRequest = (chunk) => {
    sent += chunk.toString('latin1');
    return chunk;
  };
  url.port = String(await proxy.open());
  forge = await startForge({ DATABASE_URL: url.href, DATABASE_POOL: '1' });
  other = await createConnection(database.url);
  ada = await forge.seed.user();
  project = await forge.seed.project(ada);
  issue = await forge.seed.issue(project, ada);
});
afterAll(() => other.end());
afterAll(() => forge.close());
afterAll(() => proxy.close());
afterAll(() => database.drop());

const create = async () =>
  (await ada.client.post<{ id: number }>(`${issue.at}/notes`, { body: 'first' })).body;
const change = (id: number, body: string) => ada.client.put(`${issue.at}/notes/${id}`, { body });
/** Units in a row: after them, the connection is without autocommit. Returns the last note. */
const createSome = async () => {
  await create();
  await create();
  return create();
};
const valueOf = async (query: string) => {
  const [rows] = await other.query(query);
  return Object.values((rows as object[])[0] ?? {})[0] as unknown;
};
const nameOfProject = () => valueOf(`SELECT name FROM projects WHERE id = ${project.id}`);
const bodyOf = (id: number) => valueOf(`SELECT body FROM notes WHERE id = ${id}`);
const rename = (name: string) =>
  sql(forge, `UPDATE projects SET name = '${name}' WHERE id = ${project.id}`);
/** The statements around transactions that were sent since the last call. */
const taken = () => {
  const all = sent.match(/SET autocommit = [01]|START TRANSACTION|COMMIT(?!TED)/g) ?? [];
  sent = '';
  return all;
};

describe('the connection of a unit of work', () => {
  it('needs no statement to begin the next transaction', async () => {
    await createSome();
    taken();
    await createSome();
    expect(taken()).toEqual(['COMMIT', 'COMMIT', 'COMMIT']);
  });

  it('commits a change of a note, which is one statement without a transaction', async () => {
    const { id } = await createSome();
    taken();
    await change(id, 'second');
    expect(taken()).toEqual(['SET autocommit = 1']);
    expect(await bodyOf(id)).toBe('second');
  });

  it('keeps autocommit if units and single statements alternate', async () => {
    const { id } = await createSome();
    await change(id, '0');
    taken();
    for (const body of ['1', '2']) {
      await create();
      await change(id, body);
    }
    const unit = ['START TRANSACTION', 'COMMIT'];
    expect(taken()).toEqual([...unit, ...unit]);
    expect(await bodyOf(id)).toBe('2');
  });

  it('commits a statement that TypeORM sends outside of units', async () => {
    await createSome();
    await rename('by TypeORM');
    expect(await nameOfProject()).toBe('by TypeORM');
  });

  it('undoes what a failed unit has written', async () => {
    await rename('before');
    await createSome();
    const failing = databaseOf(forge).unit(RequestScope.background, async (unit) => {
      await unit.write(RENAME, { name: 'undone', id: project.id });
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
    await create();
    expect(await nameOfProject()).toBe('before');
  });

  it('is given up if autocommit cannot be turned on, and the statement runs on another one', async () => {
    const { id } = await createSome();
    proxy.cutBefore = 'SET autocommit = 1';
    proxy.onFault = () => delete proxy.cutBefore;
    expect((await change(id, 'third')).status).toBe(200);
    expect(proxy.cutBefore).toBeUndefined();
    expect(await bodyOf(id)).toBe('third');
  });

  it('is given up if nobody knows whether autocommit is off, and the unit runs on another one', async () => {
    await rename('any');
    await create();
    const before = Number(await valueOf('SELECT COUNT(*) FROM notes'));
    proxy.cutAfter = 'SET autocommit = 0';
    proxy.onFault = () => delete proxy.cutAfter;
    await create();
    expect(proxy.cutAfter).toBeUndefined();
    expect(Number(await valueOf('SELECT COUNT(*) FROM notes'))).toBe(before + 1);
  });
});
