import { startForge, type Forge } from '../support/app.js';
import { ldapBlock } from '../support/beneath.js';
import type { Resource, SeededUser } from '../support/seed.js';
import { answered } from '../support/views.js';

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

  describe('names somebody', () => {
    it.each([
      ['by his id', () => String(alice.id), 'Alice'],
      ['by his username', () => 'Alice', 'Alice'],
      ['by his username in another case', () => 'ALICE', 'Alice'],
      ['by a username with digits', () => 'bob.4711', 'bob.4711'],
    ])('%s, as a header or a parameter', async (_, value, username) => {
      expect(await actingAs({ sudo: value() })).toBe(username);
      expect(await actingAs({}, value())).toBe(username);
    });

    it('by the parameter before the header', async () => {
      expect(await actingAs({ sudo: 'alice' }, 'bob.4711')).toBe('Alice');
    });

    it.each([
      ['a JSON number', () => ({ sudo: alice.id })],
      ['a JSON text', () => ({ sudo: 'alice' })],
      ['a form', () => new URLSearchParams({ sudo: 'alice' })],
    ])('in a body, as %s', async (_, fields) => {
      const body = fields();
      if (body instanceof URLSearchParams) body.set('name', 'Hers');
      else Object.assign(body, { name: 'Hers' });
      const { body: project } = await forge.root.post<Resource>('/projects', body);
      expect(project).toMatchObject({ owner: { username: 'Alice' } });
      await forge.root.delete(`/projects/${project.id}`);
    });

    it('by an id when it is all digits, never by a username', async () => {
      expect(await forge.root.get('/user', { sudo: '4711' })).toEqual(unknown('4711'));
    });
  });

  describe('is refused, never ignored,', () => {
    it.each([
      ['blank', '?sudo='],
      ['of white space', '?sudo=%20%09'],
      ['given twice', '?sudo=alice&sudo=alice'],
    ])('%s in the query, though the header is good', async (_, query) => {
      expect(await forge.root.sudo('Alice').get(`/user${query}`)).toEqual(invalid());
    });

    it.each([[null], [''], [true], [['Alice']], [{ id: 2 }]])('as %j in a body', async (sudo) => {
      expect(await forge.root.sudo('Alice').post('/projects', { name: 'No', sudo })).toEqual(
        invalid(),
      );
    });

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
    ])('when nobody is %s', async (value) => {
      expect(await forge.root.get('/user', { sudo: value })).toEqual(unknown(value));
    });

    it('for somebody whom the directory blocked', async () => {
      const lana = await forge.seed.user();
      await ldapBlock(forge, lana);
      expect(await forge.root.sudo(lana.id).get('/user')).toEqual(
        answered(403, { message: '403 Forbidden  - The user to act as is blocked' }),
      );
    });

    it('to a normal user who names nobody', async () => {
      expect(await alice.client.sudo('').get('/user')).toEqual(
        answered(403, { message: '403 Forbidden  - Must be admin to use sudo' }),
      );
    });

    it('to who was an administrator a moment ago', async () => {
      const judy = await forge.seed.admin();
      expect((await judy.client.sudo('Alice').get('/user')).status).toBe(200);
      await forge.root.put(judy.at, { admin: false });
      expect((await judy.client.sudo('Alice').get('/user')).status).toBe(403);
    });

    it('without a token', async () => {
      expect(await forge.anonymous.sudo('Alice').get('/user')).toEqual(
        answered(401, { message: '401 Unauthorized' }),
      );
    });

    it('before what the path names is looked for', async () => {
      expect(await forge.root.sudo('nobody').put('/users/999999', {})).toEqual(unknown('nobody'));
    });
  });

  describe('makes the rights of the effective user decide', () => {
    it('what he cannot see', async () => {
      const project = await forge.seed.project(bob);
      expect(await forge.root.sudo('Alice').get(project.at)).toEqual(
        answered(404, { message: '404 Project Not Found' }),
      );
    });

    it('what he may not do', async () => {
      const project = await forge.seed.project(bob, { visibility_level: 20 });
      expect(await forge.root.sudo('Alice').delete(project.at)).toEqual(
        answered(403, { message: '403 Forbidden' }),
      );
    });

    it('who has written', async () => {
      const project = await forge.seed.project(bob, { visibility_level: 20 });
      const issue = await forge.seed.issue(project, bob);
      const { body } = await forge.root.sudo('Alice').post(`${issue.at}/notes`, { body: 'Hers' });
      expect(body).toMatchObject({ author: { username: 'Alice' } });
    });

    it('how many projects there may be', async () => {
      const carol = await forge.seed.user({ projects_limit: 0 });
      expect(await forge.root.sudo(carol.id).post('/projects', { name: 'One' })).toEqual(
        answered(403, { message: '403 Forbidden  - The limit of projects is reached' }),
      );
    });

    it('what an administrator may, when he is one', async () => {
      const judy = await forge.seed.admin();
      expect((await forge.root.sudo(judy.id).put(alice.at, { bio: 'x' })).status).toBe(200);
    });
  });
});
