import { startForge, type Forge } from '../support/app.js';
import { ldapBlock } from '../support/direct-sql.js';
import type { Answer, Client } from '../support/client.js';
import type { SeededUser } from '../support/seed.js';
import { answered, rootView } from '../support/expected-responses.js';

describe('The last active administrator', () => {
  let forge: Forge;
  let judy: SeededUser;

  /** Another administrator: each test removes it or races with it. */
  beforeEach(async () => {
    forge = await startForge();
    judy = await forge.seed.admin();
  });
  afterEach(() => forge.close());

  const has = (reason: string) => answered(403, { message: `403 Forbidden  - ${reason}` });
  const refused = () => has('The last active administrator has to stay');

  it('returns 403 for its deletion', async () => {
    await forge.root.delete(judy.at);
    expect(await forge.root.delete('/users/1')).toEqual(refused());
  });

  it('returns 404 for its demotion', async () => {
    await forge.root.put(judy.at, { admin: false });
    expect(await forge.root.put('/users/1', { admin: false })).toEqual(
      answered(404, { message: '404 User Not Found' }),
    );
  });

  it('returns 403 for blocking its own account', async () => {
    await forge.root.put(`${judy.at}/block`);
    expect(await forge.root.put('/users/1/block')).toEqual(
      has('You cannot block your own account'),
    );
  });

  it('returns 403 for its deletion if the only other administrator is blocked by the directory', async () => {
    await ldapBlock(forge, judy);
    expect(await forge.root.delete('/users/1')).toEqual(refused());
  });

  it('keeps every field after the refused requests', async () => {
    await forge.root.delete(judy.at);
    await forge.root.delete('/users/1');
    await forge.root.put('/users/1', { admin: false, name: 'Nobody' });
    await forge.root.put('/users/1/block');
    expect(await forge.root.get('/user')).toEqual(answered(200, rootView(forge)));
  });

  it('accepts other changes of its own account', async () => {
    await forge.root.delete(judy.at);
    expect(await forge.root.put('/users/1', { admin: true, bio: 'Alone' })).toEqual(
      answered(200, rootView(forge, { bio: 'Alone' })),
    );
  });

  it('accepts its deletion if there is another administrator', async () => {
    expect((await forge.root.delete('/users/1')).status).toBe(200);
    expect((await judy.client.get<{ is_admin: boolean }>('/user')).body.is_admin).toBe(true);
  });

  it('remains when eight administrators demote each other concurrently', async () => {
    const others: SeededUser[] = [];
    while (others.length < 6) others.push(await forge.seed.admin());
    const clients = [forge.root, judy.client, ...others.map(({ client }) => client)];
    const next = [judy.at, ...others.map(({ at }) => at), '/users/1'];
    await Promise.all(clients.map((client, n) => client.put(next[n] ?? '', { admin: false })));
    const left = await Promise.all(
      clients.map((client) => client.get<{ is_admin: boolean }>('/user')),
    );
    expect(left.filter(({ body }) => body.is_admin).length).toBeGreaterThan(0);
  });

  describe('when two administrators remove each other concurrently', () => {
    const ways: Record<string, (client: Client, at: string) => Promise<Answer>> = {
      demote: (client, at) => client.put(at, { admin: false }),
      delete: (client, at) => client.delete(at),
      block: (client, at) => client.put(`${at}/block`),
    };
    const pairs = Object.keys(ways).flatMap((one) => Object.keys(ways).map((two) => [one, two]));

    it.each(pairs)('remains (%s and %s)', async (one, two) => {
      const answers = await Promise.all([
        ways[one]?.(forge.root, judy.at),
        ways[two]?.(judy.client, '/users/1'),
      ]);
      // The second request fails because its caller is deleted, demoted or the last administrator.
      const statuses = answers.map((answer) => answer?.status ?? 0).sort();
      expect(statuses[0]).toBe(200);
      expect([401, 403, 404]).toContain(statuses[1]);
      const left = await Promise.all(
        [forge.root, judy.client].map((client) =>
          client.get<{ is_admin?: boolean; state?: string }>('/user'),
        ),
      );
      const administrators = left.filter(({ body }) => body.is_admin && body.state === 'active');
      expect(administrators).toHaveLength(1);
    });
  });
});
