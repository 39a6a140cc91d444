import { createConnection, type Connection } from 'mysql2/promise';
import { RequestScope } from '../../src/database/request-scope.js';
import { startForge, type Forge } from '../support/app.js';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { databaseOf, sql, statement } from '../support/internals.js';
import { Proxy } from '../support/proxy.js';
import type { Resource, SeededUser } from '../support/seed.js';

const SWITCH = /SET autocommit = [01]/g;
/** A unit and a write without one need different settings of the connection. */
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
const nameOfProject = async () => {
  const [rows] = await other.query(`SELECT name FROM projects WHERE id = ${project.id}`);
  return (rows as { name: string }[])[0]?.name;
};
const switches = () => sent.match(SWITCH) ?? [];

describe('a connection that a unit of work has used', () => {
  it('needs no statement to begin the transaction of the next one', async () => {
    await create();
    sent = '';
    for (let n = 0; n < 3; n++) await create();
    expect(sent.match(/COMMIT/g)).toHaveLength(3);
    expect(sent).not.toMatch(/START TRANSACTION|autocommit/);
  });

  it('commits a change of a note, which is one statement without a transaction', async () => {
    const { id } = await create();
    sent = '';
    await ada.client.put(`${issue.at}/notes/${id}`, { body: 'second' });
    expect(switches()).toEqual(['SET autocommit = 1']);
    const [rows] = await other.query(`SELECT body FROM notes WHERE id = ${id}`);
    expect(rows).toEqual([{ body: 'second' }]);
  });

  it('commits a statement that TypeORM sends outside of units', async () => {
    await create();
    await sql(forge, `UPDATE projects SET name = 'by TypeORM' WHERE id = ${project.id}`);
    expect(await nameOfProject()).toBe('by TypeORM');
  });

  it('undoes everything that a failed unit has written, also after a write without a unit', async () => {
    await sql(forge, `UPDATE projects SET name = 'before' WHERE id = ${project.id}`);
    const failing = databaseOf(forge).unit(RequestScope.background, async (unit) => {
      await unit.write(RENAME, { name: 'undone', id: project.id });
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
    await create();
    expect(await nameOfProject()).toBe('before');
  });

  it('is given up if the setting fails, and the statement runs on another one', async () => {
    const { id } = await create();
    proxy.cutBefore = 'SET autocommit = 1';
    proxy.onFault = () => delete proxy.cutBefore;
    const { status } = await ada.client.put(`${issue.at}/notes/${id}`, { body: 'third' });
    const [rows] = await other.query(`SELECT body FROM notes WHERE id = ${id}`);
    expect([status, rows]).toEqual([200, [{ body: 'third' }]]);
  });

  it('is given up if the response to the setting is lost, and the unit runs on another one', async () => {
    await sql(forge, `UPDATE projects SET name = 'before' WHERE id = ${project.id}`);
    proxy.cutAfter = 'SET autocommit = 0';
    proxy.onFault = () => delete proxy.cutAfter;
    const before = await count();
    await create();
    expect(await count()).toBe(before + 1);
  });
});

async function count(): Promise<number> {
  const [rows] = await other.query('SELECT COUNT(*) AS n FROM notes');
  return Number((rows as { n: unknown }[])[0]?.n);
}
