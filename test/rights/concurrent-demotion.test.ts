import { startForge, type Forge } from '../support/app.js';
import { sql } from '../support/internals.js';

let forge: Forge;
beforeEach(async () => {
  forge = await startForge();
});
afterEach(() => forge.close());

const countUsers = async () =>
  (await sql<{ total: number | string }>(forge, 'SELECT COUNT(*) AS total FROM users')).map(
    ({ total }) => Number(total),
  )[0];

let count = 0;
const newUser = () => {
  const username = `created-${++count}`;
  return { username, email: `${username}@example.com`, name: 'N', password: 'a good password' };
};

describe('administrators who lose their rights while others write', () => {
  it('creates no user after the response to the demotion of the creator', async () => {
    const judy = await forge.seed.admin();
    let isDemoted = false;
    const statuses: number[] = [];
    const create = async () => {
      while (!isDemoted) {
        const { status } = await judy.client.post('/users', newUser());
        statuses.push(status);
      }
    };
    const clients = Array.from({ length: 8 }, create);
    while (!statuses.includes(201)) await judy.client.get('/user');
    const demotion = await forge.root.put(judy.at, { admin: false });
    const created = await countUsers();
    isDemoted = true;
    await Promise.all(clients);
    expect(demotion.status).toBe(200);
    expect(await countUsers()).toBe(created);
    expect(statuses.filter((status) => status !== 201 && status !== 403)).toEqual([]);
  });

  it('keeps one administrator when 8 demote each other concurrently, and refuses the demoted ones', async () => {
    const administrators = await Promise.all(Array.from({ length: 8 }, () => forge.seed.admin()));
    await forge.root.put('/users/1', { admin: false });
    const answers = await Promise.all(
      administrators.map(({ client }, n) =>
        client.put(administrators[(n + 1) % 8]?.at ?? '', { admin: false }),
      ),
    );
    const left = await sql(forge, 'SELECT id FROM users WHERE admin = 1');
    const accepted = answers.filter(({ status }) => status === 200);
    expect(left).toHaveLength(8 - accepted.length);
    expect(left.length).toBeGreaterThan(0);
    // The others had been demoted, or the last administrator had to stay.
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403));
  });

  it('creates no note after the response to the block of its author', async () => {
    const ada = await forge.seed.user();
    const issue = await forge.seed.issue(await forge.seed.project(ada), ada);
    let isBlocked = false;
    const statuses: number[] = [];
    const write = async () => {
      while (!isBlocked) {
        const { status } = await ada.client.post(`${issue.at}/notes`, { body: 'again' });
        statuses.push(status);
      }
    };
    const clients = Array.from({ length: 8 }, write);
    while (!statuses.includes(201)) await forge.root.get('/user');
    await forge.root.put(`${ada.at}/block`);
    const [before] = await sql<{ total: number }>(forge, 'SELECT COUNT(*) AS total FROM notes');
    isBlocked = true;
    await Promise.all(clients);
    const [after] = await sql<{ total: number }>(forge, 'SELECT COUNT(*) AS total FROM notes');
    expect(after).toEqual(before);
    expect(statuses.filter((status) => status !== 201 && status !== 401)).toEqual([]);
  });

  it('creates no note after the response to the removal of a member', async () => {
    const [ada, bob] = [await forge.seed.user(), await forge.seed.user()];
    const project = await forge.seed.project(ada);
    const issue = await forge.seed.issue(project, ada);
    await forge.seed.member(project, bob, 10);
    let isRemoved = false;
    const statuses: number[] = [];
    const write = async () => {
      while (!isRemoved) {
        const { status } = await bob.client.post(`${issue.at}/notes`, { body: 'again' });
        statuses.push(status);
      }
    };
    const clients = Array.from({ length: 8 }, write);
    while (!statuses.includes(201)) await forge.root.get('/user');
    await ada.client.delete(`${project.at}/members/${bob.id}`);
    const [before] = await sql<{ total: number }>(forge, 'SELECT COUNT(*) AS total FROM notes');
    isRemoved = true;
    await Promise.all(clients);
    const [after] = await sql<{ total: number }>(forge, 'SELECT COUNT(*) AS total FROM notes');
    expect(after).toEqual(before);
    expect(statuses.filter((status) => status !== 201 && status !== 404)).toEqual([]);
  });
});
