import { startForge, type Forge } from '../support/app.js';
import { ldapBlock } from '../support/direct-sql.js';
import type { Resource, SeededUser } from '../support/seed.js';
import { answered } from '../support/expected-responses.js';

describe('Sudo', () => {
  let forge: Forge;
  let alice: SeededUser;
  let bob: SeededUser;

  beforeAll(async () => {
    forge = await startForge();
    alice = await forge.seed.user({ username: 'Alice' });
    bob = await forge.seed.user({ username: 'bob.4711' });
    await forge.seed.user({ username: '4711' });
  });
  afterAll(() => forge.close());

  const actingAs = async (query: Record<string, string>, header?: string) => {
    const client = header === undefined ? forge.root : forge.root.sudo(header);
    return (await client.get<{ username: string }>('/user', query)).body.username;
  };
  const invalid = () => answered(400, { message: { sudo: ['is invalid'] } });
  const unknown = (value: string) =>
    answered(404, { message: `404 No user id or username for: ${value} Not Found` });

  describe('with a valid user', () => {
    it.each([
      ['by id', () => String(alice.id), 'Alice'],
      ['by username', () => 'Alice', 'Alice'],
      ['by username in another letter case', () => 'ALICE', 'Alice'],
      ['by a username with digits', () => 'bob.4711', 'bob.4711'],
    ])('selects the user %s, as a header or a parameter', async (_, value, username) => {
      expect(await actingAs({ sudo: value() })).toBe(username);
      expect(await actingAs({}, value())).toBe(username);
    });

    it('prefers the parameter to the header', async () => {
      expect(await actingAs({ sudo: 'alice' }, 'bob.4711')).toBe('Alice');
    });

    it.each([
      ['a JSON number', () => ({ sudo: alice.id })],
      ['a JSON text', () => ({ sudo: 'alice' })],
      ['a form', () => new URLSearchParams({ sudo: 'alice' })],
    ])('reads sudo from a body, as %s', async (_, fields) => {
      const body = fields();
      if (body instanceof URLSearchParams) body.set('name', 'Hers');
      else Object.assign(body, { name: 'Hers' });
      const { body: project } = await forge.root.post<Resource>('/projects', body);
      expect(project).toMatchObject({ owner: { username: 'Alice' } });
      await forge.root.delete(`/projects/${project.id}`);
    });

    it('reads digits as an id, never as a username', async () => {
      expect(await forge.root.get('/user', { sudo: '4711' })).toEqual(unknown('4711'));
    });
  });

  describe('with an invalid value or caller', () => {
    it.each([
      ['blank', '?sudo='],
      ['of white space', '?sudo=%20%09'],
      ['a zero-width space', '?sudo=%E2%80%8B'],
      ['given twice', '?sudo=alice&sudo=alice'],
      ['a list', '?sudo[]=alice'],
      ['a list of nothing', '?sudo[]='],
      ['an object', '?sudo%5Bname%5D=alice'],
    ])(
      'returns 400 for a value that is %s in the query, even if the header is valid',
      async (_, query) => {
        expect(await forge.root.sudo('Alice').get(`/user${query}`)).toEqual(invalid());
      },
    );

    it.each([[null], [''], [true], [['Alice']], [{ id: 2 }]])(
      'returns 400 for %j in a body, even if the header is valid',
      async (sudo) => {
        expect(await forge.root.sudo('Alice').post('/projects', { name: 'No', sudo })).toEqual(
          invalid(),
        );
      },
    );

    it.each([
      'nobody',
      '999999',
      '0',
      '-1',
      '2.5',
      '9007199254740993',
      '%',
      "' OR 1=1",
      'bob 4711',
      'ä',
    ])('returns 404 for the unknown user %s', async (value) => {
      expect(await forge.root.get('/user', { sudo: value })).toEqual(unknown(value));
    });

    it('returns 403 for a user blocked by the directory', async () => {
      const lana = await forge.seed.user();
      await ldapBlock(forge, lana);
      expect(await forge.root.sudo(lana.id).get('/user')).toEqual(
        answered(403, { message: '403 Forbidden  - The user to act as is blocked' }),
      );
    });

    it('returns 403 to a normal user, even with a blank value', async () => {
      expect(await alice.client.sudo('').get('/user')).toEqual(
        answered(403, { message: '403 Forbidden  - Must be admin to use sudo' }),
      );
    });

    it('returns 403 to a former administrator at once', async () => {
      const judy = await forge.seed.admin();
      expect((await judy.client.sudo('Alice').get('/user')).status).toBe(200);
      await forge.root.put(judy.at, { admin: false });
      expect((await judy.client.sudo('Alice').get('/user')).status).toBe(403);
    });

    it('returns 401 without a token', async () => {
      expect(await forge.anonymous.sudo('Alice').get('/user')).toEqual(
        answered(401, { message: '401 Unauthorized' }),
      );
    });

    it('returns 404 for an unknown user before the path is resolved', async () => {
      expect(await forge.root.sudo('nobody').put('/users/999999', {})).toEqual(unknown('nobody'));
    });
  });

  describe('with the rights of the effective user', () => {
    it('returns 404 for a project that the user cannot see', async () => {
      const project = await forge.seed.project(bob);
      expect(await forge.root.sudo('Alice').get(project.at)).toEqual(
        answered(404, { message: '404 Project Not Found' }),
      );
    });

    it('returns 403 for an action that the user may not do', async () => {
      const project = await forge.seed.project(bob, { visibility_level: 20 });
      expect(await forge.root.sudo('Alice').delete(project.at)).toEqual(
        answered(403, { message: '403 Forbidden' }),
      );
    });

    it('makes the user the author of a note', async () => {
      const project = await forge.seed.project(bob, { visibility_level: 20 });
      const issue = await forge.seed.issue(project, bob);
      const { body } = await forge.root.sudo('Alice').post(`${issue.at}/notes`, { body: 'Hers' });
      expect(body).toMatchObject({ author: { username: 'Alice' } });
    });

    it('applies the projects_limit of the user', async () => {
      const carol = await forge.seed.user({ projects_limit: 0 });
      expect(await forge.root.sudo(carol.id).post('/projects', { name: 'One' })).toEqual(
        answered(403, { message: '403 Forbidden  - The limit of projects is reached' }),
      );
    });

    it('allows an administrator’s actions if the user is an administrator', async () => {
      const judy = await forge.seed.admin();
      expect((await forge.root.sudo(judy.id).put(alice.at, { bio: 'x' })).status).toBe(200);
    });
  });
});
