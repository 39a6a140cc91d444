import { startForge, type Forge } from '../support/app.js';
import type { SeededUser } from '../support/seed.js';
import { answered, fullView } from '../support/expected-responses.js';

describe('PUT /users/:id', () => {
  let forge: Forge;
  let alice: SeededUser;

  beforeAll(async () => {
    forge = await startForge();
  });
  beforeEach(async () => {
    alice = await forge.seed.user();
  });
  afterAll(() => forge.close());

  const modify = (changes: object) => forge.root.put(alice.at, changes);
  const statusOfSignIn = async (login: string, password: string) =>
    (await forge.anonymous.post('/session', { login, password })).status;

  const profile = {
    messenger: 'a.messenger',
    professional_network: 'a.network',
    microblog: 'a.microblog',
    website_url: 'https://alice.example',
    organization: 'Wonderland Ltd.',
    bio: 'Follows rabbits',
    location: 'Down there',
  };

  it('changes every given field and returns the full view', async () => {
    const names = { username: 'Renamed', email: 'renamed@example.com', name: 'Alice Renamed' };
    const flags = { projects_limit: 3, can_create_group: false };
    const identity = { provider: 'directory', extern_uid: 'cn=alice' };
    expect(await modify({ ...names, ...profile, ...flags, ...identity, admin: true })).toEqual(
      answered(
        200,
        fullView(
          forge,
          { ...alice, ...names },
          { ...profile, ...flags, is_admin: true, identities: [identity] },
        ),
      ),
    );
  });

  it('changes nothing if nothing is given', async () => {
    expect(await modify({})).toEqual(answered(200, fullView(forge, alice)));
  });

  it('keeps every field that is not given', async () => {
    const first = await modify({ ...profile, projects_limit: 3, admin: true });
    expect(await modify({ name: 'Else' })).toEqual(
      answered(200, { ...(first.body as object), name: 'Else' }),
    );
  });

  it('does not treat an absent flag as false', async () => {
    await modify({ external: true, admin: true });
    const flags = { external: true, can_create_group: false, projects_limit: 0 };
    expect(await modify({ bio: 'x' })).toEqual(
      answered(200, fullView(forge, alice, { ...flags, is_admin: true, bio: 'x' })),
    );
  });

  it('clears an optional text given as empty', async () => {
    await modify(profile);
    const empty = Object.fromEntries(Object.keys(profile).map((name) => [name, '']));
    expect(await modify(empty)).toEqual(answered(200, fullView(forge, alice)));
  });

  it('accepts an unchanged username and address', async () => {
    const { email, username } = alice;
    expect(await modify({ email: ` ${email.toUpperCase()}`, username })).toEqual(
      answered(200, fullView(forge, alice)),
    );
  });

  it('changes the case of a username', async () => {
    const username = alice.username.toUpperCase();
    expect(await modify({ username })).toEqual(
      answered(200, fullView(forge, { ...alice, username })),
    );
  });

  it('promotes a secondary address to the primary one and frees the former', async () => {
    const email = `second.${alice.email}`;
    await alice.client.post('/user/emails', { email });
    expect(await modify({ email })).toEqual(answered(200, fullView(forge, { ...alice, email })));
    expect((await alice.client.get('/user/emails')).body).toEqual([]);
    await forge.seed.user({ email: alice.email });
  });

  it('changes what the user signs in with', async () => {
    const email = `new.${alice.email}`;
    await modify({ username: 'somebody', email, password: 'another password' });
    const logins = ['somebody', email, alice.username, alice.email];
    const statuses = await Promise.all(
      logins.map((login) => statusOfSignIn(login, 'another password')),
    );
    expect(statuses).toEqual([201, 201, 401, 401]);
    expect(await statusOfSignIn('somebody', alice.password)).toBe(401);
  });

  it('keeps the private token', async () => {
    await modify({ username: 'tokenkeeper', email: 'keeper@example.com', password: '12345678' });
    const { body } = await alice.client.get<object>('/user');
    expect(body).toMatchObject({ username: 'tokenkeeper' });
    expect(await forge.root.get('/user', { sudo: alice.id })).toEqual(
      answered(200, { ...body, private_token: alice.token }),
    );
  });

  it('gives external users no rights to create, now or by a later change', async () => {
    const cannot = { can_create_group: false, projects_limit: 0, can_create_project: false };
    const view = fullView(forge, alice, { external: true, ...cannot });
    expect(await modify({ external: true, projects_limit: 7 })).toEqual(answered(200, view));
    expect(await modify({ can_create_group: true, projects_limit: 7 })).toEqual(
      answered(200, view),
    );
  });

  it('gives external users no rights to create, even if another request raises them meanwhile', async () => {
    // The password makes the other change take its time.
    const raise = { projects_limit: 7, can_create_group: true, password: 'takes its time' };
    await Promise.all([modify(raise), modify({ external: true })]);
    const cannot = { can_create_group: false, projects_limit: 0, can_create_project: false };
    expect(await forge.root.get(alice.at)).toEqual(
      answered(200, fullView(forge, alice, { external: true, ...cannot })),
    );
  });

  it('gives rights back to a former external user', async () => {
    await modify({ external: true, admin: true });
    const normal = { external: false, admin: false, can_create_group: true, projects_limit: 10 };
    expect(await modify(normal)).toEqual(answered(200, fullView(forge, alice)));
  });

  it('changes the identity at one provider and adds one at another', async () => {
    const of = (provider: string, extern_uid: string) => ({ provider, extern_uid });
    await modify(of('one', `1-${alice.id}`));
    await modify(of('two', `2-${alice.id}`));
    const identities = [of('one', `3-${alice.id}`), of('two', `2-${alice.id}`)];
    expect(await modify(of('one', `3-${alice.id}`))).toEqual(
      answered(200, fullView(forge, alice, { identities })),
    );
  });

  it('accepts the same identity again', async () => {
    const identity = { provider: 'one', extern_uid: `own-${alice.id}` };
    await modify(identity);
    expect(await modify(identity)).toEqual(
      answered(200, fullView(forge, alice, { identities: [identity] })),
    );
  });

  it('shows the change to the user at once', async () => {
    await modify({ admin: true });
    expect((await alice.client.put(alice.at, { admin: false })).status).toBe(200);
    expect((await alice.client.put(alice.at, { admin: true })).status).toBe(403);
  });
});
