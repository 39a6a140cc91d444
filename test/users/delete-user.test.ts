import { addKey, newKey } from '../keys/keys.js';
import { startForge, type Forge } from '../support/app.js';
import { ldapBlock } from '../support/direct-sql.js';
import { OutcomeUnknown } from '../../src/database/failures.js';
import { databaseOf } from '../support/internals.js';
import type { SeededUser } from '../support/seed.js';
import { answered, fullView, userView } from '../support/expected-responses.js';

describe('DELETE /users/:id', () => {
  let forge: Forge;
  let alice: SeededUser;

  beforeAll(async () => {
    forge = await startForge();
  });
  beforeEach(async () => {
    alice = await forge.seed.user();
  });
  afterAll(() => forge.close());

  const nobody = () => answered(200, null);

  it('returns the deleted user', async () => {
    expect(await forge.root.delete(alice.at)).toEqual(answered(200, fullView(forge, alice)));
  });

  it('returns null for a deleted user', async () => {
    await forge.root.delete(alice.at);
    expect(await forge.root.delete(alice.at)).toEqual(nobody());
  });

  it.each(['999999', '0', '-1', 'root', '1.0', '%20', '9007199254740993'])(
    'returns null for %s, which never existed',
    async (id) => {
      expect(await forge.root.delete(`/users/${id}?hard_delete=maybe`)).toEqual(nobody());
    },
  );

  it('returns a blocked user as well', async () => {
    await ldapBlock(forge, alice);
    expect(await forge.root.delete(alice.at)).toEqual(
      answered(200, fullView(forge, alice, { state: 'ldap_blocked' })),
    );
  });

  it('removes the user', async () => {
    await forge.root.delete(alice.at);
    expect(await forge.root.get(alice.at)).toEqual(
      answered(404, { message: '404 User Not Found' }),
    );
  });

  it('revokes the private token', async () => {
    await forge.root.delete(alice.at);
    expect(await alice.client.get('/user')).toEqual(answered(401, { message: '401 Unauthorized' }));
  });

  it('frees the username, the addresses, the identities and the keys', async () => {
    const account = { provider: 'directory', extern_uid: 'cn=bob' };
    const bob = await forge.seed.user(account);
    await bob.client.post('/user/emails', { email: 'bobby@example.com' });
    const key = newKey();
    await addKey(bob.client, 'Laptop', key);
    await forge.root.delete(bob.at);
    const { username, email, name, password } = bob;
    const again = { username, email, name, password, ...account };
    expect((await forge.root.post('/users', again)).status).toBe(201);
    const { client } = await forge.seed.user({ email: 'bobby@example.com' });
    await addKey(client, 'Laptop', key);
  });

  it('does nothing if hard_delete is not a boolean', async () => {
    expect(await forge.root.delete(`${alice.at}?hard_delete=maybe`)).toEqual(
      answered(400, { message: { hard_delete: ['is invalid'] } }),
    );
    expect((await alice.client.get('/user')).status).toBe(200);
  });

  it('accepts a JSON content type without a body, as some clients send it', async () => {
    const { status } = await forge.root.type('application/json').delete(alice.at, '');
    expect(status).toBe(200);
  });

  it('succeeds once for 10 concurrent requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => forge.root.delete(`${alice.at}?hard_delete=1`)),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect((await forge.root.get(alice.at)).status).toBe(404);
  });

  it('lets administrators delete themselves if there is another', async () => {
    const judy = await forge.seed.admin();
    expect((await judy.client.delete(judy.at)).status).toBe(200);
    expect((await judy.client.get('/user')).status).toBe(401);
  });

  describe('leaves a ghost user as author', () => {
    let ghost: { id: number; username: string; name: string; email: string };

    beforeEach(async () => {
      const project = await forge.seed.project(alice);
      await forge.root.delete(alice.at);
      const { body } = await forge.root.get<{ owner: typeof ghost }>(project.at);
      ghost = body.owner;
    });

    it('shows the ghost as a blocked user', async () => {
      expect(await (await forge.seed.user()).client.get('/users', { search: 'root' })).toEqual(
        answered(200, [expect.objectContaining({ username: 'root' })]),
      );
      expect(ghost).toEqual(
        userView(
          forge,
          { ...ghost, username: 'ghost', name: 'Ghost User' },
          {
            state: 'blocked',
          },
        ),
      );
    });

    it('does not list the ghost', async () => {
      const queries = ['', '?blocked=true', '?username=ghost', '?search=ghost'];
      for (const query of queries) {
        const { body } = await forge.root.get<{ id: number }[]>(`/users${query}`);
        expect(body.map(({ id }) => id)).not.toContain(ghost.id);
      }
    });

    it('returns 403 for the deletion of the ghost', async () => {
      expect(await forge.root.delete(`/users/${ghost.id}`)).toEqual(
        answered(403, {
          message: '403 Forbidden  - The ghost user cannot be deleted',
        }),
      );
    });

    it.each(['block', 'unblock'])('returns 403 for %s of the ghost', async (action) => {
      expect(await forge.root.put(`/users/${ghost.id}/${action}`)).toEqual(
        answered(403, {
          message: '403 Forbidden  - The ghost user cannot be changed',
        }),
      );
    });

    it('returns 404 for a change of the ghost', async () => {
      const changes = { name: 'Mine', email: 'mine@example.com', password: 'a new password' };
      expect(await forge.root.put(`/users/${ghost.id}`, changes)).toEqual(
        answered(404, { message: '404 User Not Found' }),
      );
      const { body } = await forge.root.get(`/users/${ghost.id}`);
      expect(body).toMatchObject({
        name: 'Ghost User',
        state: 'blocked',
        email: 'ghost@localhost',
      });
    });

    it.each([
      ['keys', { title: 'Laptop', key: newKey() }],
      ['emails', { email: 'somebody@example.com' }],
    ])('returns 404 for adding %s to the ghost', async (collection, given) => {
      expect(await forge.root.post(`/users/${ghost.id}/${collection}`, given)).toEqual(
        answered(404, { message: '404 User Not Found' }),
      );
      expect((await forge.root.get(`/users/${ghost.id}/${collection}`)).body).toEqual([]);
      const { status } = await forge.root.post(`/user/${collection}`, given);
      expect(status).toBe(201);
    });

    it('accepts the ghost neither as a member nor as an assignee', async () => {
      const owner = await forge.seed.user();
      const project = await forge.seed.project(owner);
      const membership = { user_id: ghost.id, access_level: 30 };
      expect(await owner.client.post(`${project.at}/members`, membership)).toEqual(
        answered(404, { message: '404 User Not Found' }),
      );
      const issue = { title: 'Boo', assignee_id: ghost.id };
      expect(await owner.client.post(`${project.at}/issues`, issue)).toEqual(
        answered(400, { message: { assignee_id: ['is invalid'] } }),
      );
    });

    it('returns 403 for sudo to the ghost', async () => {
      expect((await forge.root.sudo('ghost').get('/user')).status).toBe(403);
    });

    it.each(['', 'ghost', 'password'])(
      'rejects a sign-in as the ghost with the password %j',
      async (password) => {
        const { status } = await forge.anonymous.post('/session', { login: 'ghost', password });
        expect(status).toBe(password === '' ? 400 : 401);
      },
    );
  });
});

describe('the first DELETE /users/:id, which creates the ghost', () => {
  it('returns 503, not 504, if it is unknown whether the ghost is stored: nothing is deleted', async () => {
    const forge = await startForge();
    const { at } = await forge.seed.user();
    const database = databaseOf(forge);
    database.unit = () => Promise.reject(new OutcomeUnknown(new Error('injected')));
    expect((await forge.root.delete(at)).status).toBe(503);
    Reflect.deleteProperty(database, 'unit');
    expect((await forge.root.delete(at)).status).toBe(200);
    await forge.close();
  });
});
