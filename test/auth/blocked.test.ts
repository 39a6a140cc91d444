import { Agent, request } from 'node:http';
import type { Socket } from 'node:net';
import { startForge, type Forge } from '../support/app.js';
import { ldapBlock } from '../support/direct-sql.js';
import type { SeededUser } from '../support/seed.js';
import { answered } from '../support/expected-responses.js';

describe('A blocked user', () => {
  let forge: Forge;
  let alice: SeededUser;

  beforeAll(async () => {
    forge = await startForge();
  });
  beforeEach(async () => {
    alice = await forge.seed.user();
  });
  afterAll(() => forge.close());

  const refused = () => answered(401, { message: '401 Unauthorized' });

  /** Sends requests with the user's token, one after the other, over one connection. */
  function connection() {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const sockets = new Set<Socket>();
    const statusOf = (path: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = { 'PRIVATE-TOKEN': alice.token };
        request(forge.api + path, { agent, headers }, (response) => {
          sockets.add(response.socket);
          response.resume().on('end', () => {
            resolve(response.statusCode);
          });
        })
          .on('error', reject)
          .end();
      });
    return { agent, sockets, statusOf };
  }

  it('gets 401 on an open connection, and 200 again after an unblock', async () => {
    const { agent, sockets, statusOf } = connection();
    const statuses = [await statusOf('/user')];
    await forge.root.put(`${alice.at}/block`);
    statuses.push(await statusOf('/user'), await statusOf('/users'));
    await forge.root.put(`${alice.at}/unblock`);
    statuses.push(await statusOf('/user'));
    agent.destroy();
    expect(statuses).toEqual([200, 401, 401, 200]);
    expect(sockets.size).toBe(1);
  });

  it('gets 401 on an open connection after a block by the directory', async () => {
    const { agent, sockets, statusOf } = connection();
    const statuses = [await statusOf('/user')];
    await ldapBlock(forge, alice);
    statuses.push(await statusOf('/user'));
    agent.destroy();
    expect(statuses).toEqual([200, 401]);
    expect(sockets.size).toBe(1);
  });

  it('gets 401 on an open connection after the account is deleted', async () => {
    const { agent, sockets, statusOf } = connection();
    const statuses = [await statusOf('/user')];
    await forge.root.delete(alice.at);
    statuses.push(await statusOf('/user'));
    agent.destroy();
    expect(statuses).toEqual([200, 401]);
    expect(sockets.size).toBe(1);
  });

  it('keeps the private token after an unblock', async () => {
    await forge.root.put(`${alice.at}/block`);
    await forge.root.put(`${alice.at}/unblock`);
    const { body } = await forge.root.get('/user', { sudo: alice.id });
    expect(body).toMatchObject({ private_token: alice.token });
  });

  it.each([
    ['a header', () => forge.as(alice.token).get('/user')],
    ['Bearer', () => forge.anonymous.with({ Authorization: `Bearer ${alice.token}` }).get('/user')],
    ['the query', () => forge.anonymous.get('/user', { private_token: alice.token })],
    ['a body', () => forge.anonymous.post('/projects', { private_token: alice.token, name: 'x' })],
  ])('gets 401 with a token in %s', async (_, send) => {
    await forge.root.put(`${alice.at}/block`);
    expect(await send()).toEqual(refused());
  });

  it('gets 401 for a public project', async () => {
    const project = await forge.seed.project(alice, { visibility_level: 20 });
    await forge.root.put(`${alice.at}/block`);
    expect(await alice.client.get(project.at)).toEqual(refused());
  });

  it('is still shown to others, with state blocked', async () => {
    const bob = await forge.seed.user();
    const project = await forge.seed.project(alice, { visibility_level: 20 });
    await forge.root.put(`${alice.at}/block`);
    const { status, body } = await bob.client.get(project.at);
    expect(status).toBe(200);
    expect(body).toMatchObject({ owner: { username: alice.username, state: 'blocked' } });
  });
});
