import { paginated } from '../behaviours/paginated.js';
import { startForge, type Forge } from '../support/app.js';
import { ldapBlock } from '../support/direct-sql.js';
import type { SeededUser } from '../support/seed.js';
import { answered, fullView, rootUser, rootView, userView } from '../support/expected-responses.js';

describe('GET /users', () => {
  let forge: Forge;
  let alice: SeededUser;
  let bob: SeededUser;
  let erin: SeededUser;
  let lana: SeededUser;

  beforeAll(async () => {
    forge = await startForge();
    alice = await forge.seed.user({ username: 'alice' });
    bob = await forge.seed.user({ username: 'bob' });
    await forge.root.put(`${bob.at}/block`);
    erin = await forge.seed.user({ username: 'Erin', external: true });
    lana = await forge.seed.user({ username: 'lana', external: true });
    await ldapBlock(forge, lana);
    // Creates the ghost user, who must not be listed.
    await forge.root.delete((await forge.seed.user()).at);
  });
  afterAll(() => forge.close());

  const isExternal = { external: true, can_create_group: false, projects_limit: 0 };
  const cannotCreate = { ...isExternal, can_create_project: false };

  it('returns the public views to a normal user, newest first, without the ghost', async () => {
    expect(await alice.client.get('/users')).toEqual(
      answered(200, [
        userView(forge, lana, { state: 'ldap_blocked' }),
        userView(forge, erin),
        userView(forge, bob, { state: 'blocked' }),
        userView(forge, alice),
        userView(forge, rootUser),
      ]),
    );
  });

  it('returns the full views to an administrator', async () => {
    expect(await forge.root.get('/users')).toEqual(
      answered(200, [
        fullView(forge, lana, { ...cannotCreate, state: 'ldap_blocked' }),
        fullView(forge, erin, cannotCreate),
        fullView(forge, bob, { state: 'blocked' }),
        fullView(forge, alice),
        rootView(forge),
      ]),
    );
  });

  it('returns the public views to an administrator who acts as a normal user', async () => {
    expect(await forge.root.sudo('alice').get('/users', { username: 'bob' })).toEqual(
      answered(200, [userView(forge, bob, { state: 'blocked' })]),
    );
  });

  async function found(query: Record<string, string | boolean>): Promise<string[]> {
    const { body } = await alice.client.get<{ username: string }[]>('/users', query);
    return body.map(({ username }) => username);
  }

  it.each([
    ['active users', { active: true }, ['Erin', 'alice', 'root']],
    ['blocked users, by the directory too', { blocked: true }, ['lana', 'bob']],
    ['external users', { external: true }, ['lana', 'Erin']],
    ['active users, as a form sends it', { active: 'YES' }, ['Erin', 'alice', 'root']],
    ['one username, whatever its case', { username: 'eRIN' }, ['Erin']],
    ['no part of a username', { username: 'eri' }, []],
    ['no username with white space around it', { username: 'alice ' }, []],
    ['everybody for an empty username', { username: '', active: true }, ['Erin', 'alice', 'root']],
    ['not the ghost', { username: 'ghost' }, []],
  ])('finds %s', async (_, query, usernames) => {
    expect(await found(query)).toEqual(usernames);
  });

  it.each([
    [{ external: true, active: true }, ['Erin']],
    [{ external: true, blocked: true }, ['lana']],
    [{ active: true, blocked: true }, []],
    [{ search: 'a', external: true }, ['lana']],
    [{ search: 'a', active: true, username: 'ALICE' }, ['alice']],
    [{ username: 'bob', active: true }, []],
  ])('combines the filters %j', async (query, usernames) => {
    expect(await found(query)).toEqual(usernames);
  });

  it.each(['active', 'blocked'])('returns 400 for %s=false', async (name) => {
    expect(await alice.client.get('/users', { [name]: false })).toEqual(
      answered(400, { message: { [name]: ['does not have a valid value'] } }),
    );
  });

  it('names every invalid parameter at once', async () => {
    expect(await alice.client.get('/users?active=maybe&blocked=0&search[]=a&page=x')).toEqual(
      answered(400, {
        message: {
          active: ['is invalid'],
          blocked: ['does not have a valid value'],
          page: ['is invalid'],
          search: ['is invalid'],
        },
      }),
    );
  });
});

describe('GET /users, as every list', () => {
  let forge: Forge;
  let ids: number[];

  beforeAll(async () => {
    forge = await startForge();
    const users: SeededUser[] = [];
    for (const n of [1, 2, 3, 4, 5]) users.push(await forge.seed.user({ username: `paged${n}` }));
    ids = users.map(({ id }) => id).reverse();
  });
  afterAll(() => forge.close());

  paginated(() => ({ client: forge.root, path: '/users?search=paged', ids }));

  it('returns X-Total 0 for an empty list', async () => {
    const { headers, body } = await forge.root.get('/users', { search: 'nobody has this' });
    expect([body, headers.get('X-Total'), headers.get('X-Total-Pages')]).toEqual([[], '0', '0']);
    expect(headers.get('Link')).toMatch(/page=1&per_page=20>; rel="first", .*page=1&.*rel="last"$/);
  });
});
