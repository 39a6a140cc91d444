import { changeState } from '../../src/operations/cli/accounts.command.js';
import { startForge, type Forge } from '../support/app.js';
import { ldapBlock } from '../support/direct-sql.js';
import type { Answer, Client } from '../support/client.js';
import { Seed } from '../support/seed.js';
import { answered, rootView } from '../support/expected-responses.js';

const has = (reason: string) => answered(403, { message: `403 Forbidden  - ${reason}` });
const refused = () => has('The last active administrator has to stay');

describe('The last active administrator', () => {
  let forge: Forge;
  beforeAll(async () => {
    forge = await startForge();
    await forge.root.delete((await forge.seed.admin()).at);
  });
  afterAll(() => forge.close());

  it('returns 403 for its deletion', async () => {
    expect(await forge.root.delete('/users/1')).toEqual(refused());
  });

  it('returns 404 for its demotion', async () => {
    expect(await forge.root.put('/users/1', { admin: false })).toEqual(
      answered(404, { message: '404 User Not Found' }),
    );
  });

  it('returns 403 for blocking its own account', async () => {
    expect(await forge.root.put('/users/1/block')).toEqual(
      has('You cannot block your own account'),
    );
  });

  it('stays active if the operator blocks it by forgenote user block', async () => {
    await expect(changeState(forge.app, 'root', 'block')).rejects.toThrow(
      'The last active administrator has to stay',
    );
    expect((await forge.root.get('/user')).status).toBe(200);
  });

  it('returns 403 for its deletion if the only other administrator is blocked by the directory', async () => {
    await ldapBlock(forge, await forge.seed.admin());
    expect(await forge.root.delete('/users/1')).toEqual(refused());
  });

  it('keeps every field after the refused requests', async () => {
    await forge.root.delete('/users/1');
    await forge.root.put('/users/1', { admin: false, name: 'Nobody' });
    await forge.root.put('/users/1/block');
    expect(await forge.root.get('/user')).toEqual(answered(200, rootView(forge)));
  });

  it('accepts other changes of its own account', async () => {
    expect(await forge.root.put('/users/1', { admin: true, bio: 'Alone' })).toEqual(
      answered(200, rootView(forge, { bio: 'Alone' })),
    );
    await forge.root.put('/users/1', { bio: '' });
  });
});

describe('Of two administrators', () => {
  interface Administrator {
    client: Client;
    at: string;
  }
  let forge: Forge;
  /** Each test removes one of them. */
  let one: Administrator;
  let other: Administrator;
  let count = 0;
  beforeAll(async () => {
    forge = await startForge();
    one = { client: forge.root, at: '/users/1' };
  });
  beforeEach(async () => {
    const username = `judy-${++count}`;
    other = await new Seed(one.client).admin({ username, email: `${username}@example.com` });
  });
  afterAll(() => forge.close());

  it('one can delete their own account', async () => {
    expect((await one.client.delete(one.at)).status).toBe(200);
    expect((await other.client.get<{ is_admin: boolean }>('/user')).body.is_admin).toBe(true);
    one = other;
  });

  const ways: Record<string, (client: Client, at: string) => Promise<Answer>> = {
    demote: (client, at) => client.put(at, { admin: false }),
    delete: (client, at) => client.delete(at),
    block: (client, at) => client.put(`${at}/block`),
  };
  const pairs = Object.keys(ways).flatMap((first) =>
    Object.keys(ways).map((second) => [first, second]),
  );

  it.each(pairs)('one remains when they %s and %s each other', async (first, second) => {
    const answers = await Promise.all([
      ways[first]?.(one.client, other.at),
      ways[second]?.(other.client, one.at),
    ]);
    // The second request fails because its caller is deleted, demoted or the last administrator.
    const statuses = answers.map((answer) => answer?.status ?? 0).sort();
    expect(statuses[0]).toBe(200);
    expect([401, 403, 404]).toContain(statuses[1]);
    const isAdmin = async ({ client }: Administrator) => {
      const { body } = await client.get<{ is_admin?: boolean; state?: string }>('/user');
      return body.is_admin === true && body.state === 'active';
    };
    const left = [await isAdmin(one), await isAdmin(other)];
    expect(left.filter(Boolean)).toHaveLength(1);
    one = left[0] ? one : other;
  });
});
