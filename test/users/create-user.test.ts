import { startForge, type Forge } from '../support/app.js';
import type { Answer } from '../support/client.js';
import { answered, fullView } from '../support/expected-responses.js';

describe('POST /users', () => {
  let forge: Forge;

  beforeAll(async () => {
    forge = await startForge();
  });
  afterAll(() => forge.close());

  let count = 0;
  /** The required parameters, with a name of their own. */
  function someone() {
    const username = `someone${++count}`;
    const email = `${username}@example.com`;
    return { username, email, name: 'Some One', password: 'a good password' };
  }

  interface Created {
    id: number;
    [field: string]: unknown;
  }
  const create = (given: object): Promise<Answer<Created>> => forge.root.post('/users', given);

  it('returns 201 and the full view with defaults for what was not given', async () => {
    const given = someone();
    const answer = await create(given);
    expect(answer).toEqual(answered(201, fullView(forge, { ...given, id: answer.body.id })));
  });

  it('accepts every optional parameter', async () => {
    const profile = {
      messenger: 'one.messenger',
      professional_network: 'one.network',
      microblog: 'one.microblog',
      website_url: 'https://one.example',
      organization: 'One & Co.',
      bio: 'The one',
      location: 'Here',
      projects_limit: 3,
      can_create_group: false,
    };
    const identity = { provider: 'directory', extern_uid: `cn=one,ou=${'é'.repeat(502)}` };
    const given = someone();
    const answer = await create({ ...given, ...profile, ...identity, admin: true });
    expect(answer).toEqual(
      answered(
        201,
        fullView(
          forge,
          { ...given, id: answer.body.id },
          {
            ...{ ...profile, is_admin: true, identities: [identity] },
          },
        ),
      ),
    );
  });

  it('stores what it returned', async () => {
    const { body } = await create(someone());
    expect(await forge.root.get(`/users/${body.id}`)).toEqual(answered(200, body));
  });

  it('sets the limits of an external user to zero, even if others are given', async () => {
    const given = someone();
    const wanted = { external: true, can_create_group: true, projects_limit: 5 };
    const answer = await create({ ...given, ...wanted });
    const nothing = { can_create_group: false, projects_limit: 0, can_create_project: false };
    expect(answer.body).toEqual(
      fullView(forge, { ...given, id: answer.body.id }, { external: true, ...nothing }),
    );
  });

  it('trims the address and lower-cases it', async () => {
    const { body } = await create({ ...someone(), email: ' Mixed.Case@EXAMPLE.com\t' });
    expect(body['email']).toBe('mixed.case@example.com');
  });

  it('keeps the letter case of the username and the name', async () => {
    const { body } = await create({ ...someone(), username: '_Some.One-1', name: ' Öne ☃ ' });
    expect([body['username'], body['name']]).toEqual(['_Some.One-1', ' Öne ☃ ']);
  });

  it('converts numbers to texts and texts to numbers', async () => {
    const { body } = await create({ ...someone(), username: 4711, projects_limit: '12' });
    expect([body['username'], body['projects_limit']]).toEqual(['4711', 12]);
  });

  it('ignores unknown parameters and an id', async () => {
    const given = someone();
    const { body } = await create({ ...given, id: 1, state: 'blocked', theme_id: 9, shoes: 46 });
    expect(body).toEqual(fullView(forge, { ...given, id: body.id }));
    expect(body.id).toBeGreaterThan(1);
  });

  it('treats empty optional texts and null as not given', async () => {
    const given = someone();
    const unset = { bio: '', location: null, messenger: null, website_url: '', organization: '' };
    const rest = { projects_limit: null, admin: null, external: '', extern_uid: null };
    const { body } = await create({ ...given, ...unset, ...rest });
    expect(body).toEqual(fullView(forge, { ...given, id: body.id }));
  });

  it.each(['multipart/form-data', 'application/x-www-form-urlencoded'])(
    'reads a body of type %s',
    async (type) => {
      const given = someone();
      const form = type.startsWith('multipart') ? new FormData() : new URLSearchParams();
      for (const [name, value] of Object.entries({ ...given, admin: 'on' })) form.set(name, value);
      const answer = await forge.root.post<Created>('/users', form);
      const user = { ...given, id: answer.body.id };
      expect(answer).toEqual(answered(201, fullView(forge, user, { is_admin: true })));
    },
  );

  it('reads parameters from the query, with the body first', async () => {
    const { name, ...given } = someone();
    const query = new URLSearchParams({ name, username: 'not-this-one' });
    const answer = await forge.root.post<Created>(`/users?${query.toString()}`, given);
    expect(answer.body).toEqual(fullView(forge, { ...given, name, id: answer.body.id }));
  });

  it.each([true, false, undefined])(
    'confirms the address at once if no mail server is set (confirm: %j)',
    async (confirm) => {
      const { body } = await create({ ...someone(), confirm });
      expect(body['confirmed_at']).toBe(body['created_at']);
    },
  );

  it('gives each user a unique private token of 20 URL-safe characters', async () => {
    const tokens = [(await forge.seed.user()).token, (await forge.seed.user()).token];
    expect(tokens).toEqual([0, 1].map(() => expect.stringMatching(/^[\w-]{20}$/) as unknown));
    expect(tokens[0]).not.toBe(tokens[1]);
  });

  it('lets the user sign in with the password', async () => {
    const { username, password } = await forge.seed.user();
    const { status } = await forge.anonymous.post('/session', { login: username, password });
    expect(status).toBe(201);
  });

  it('lets an administrator with sudo to another administrator create one', async () => {
    const judy = await forge.seed.admin();
    expect((await forge.root.sudo(judy.id).post('/users', someone())).status).toBe(201);
  });

  const long = (length: number) => 'x'.repeat(length);
  /** Two UTF-16 units, four bytes and one character each. */
  const emoji = (length: number) => '😀'.repeat(length);

  it.each([
    ['username', long(255)],
    ['username', '._-a'],
    ['username', 'users2'],
    ['username', 'git'],
    ['name', emoji(255)],
    ['name', '<b>"Bobby\'; DROP TABLE users;--"</b>'],
    ['email', `${long(242)}@example.com`],
    ['email', "o'neill+tag@localhost"],
    ['email', 'jörg@münchen.example'],
    ['bio', emoji(255)],
    ['bio', ' two\r\nlines '],
    ['website_url', long(255)],
    ['projects_limit', 0],
    ['projects_limit', 2 ** 31 - 1],
  ])('returns %s unchanged: %j', async (field, value) => {
    const { status, body } = await create({ ...someone(), [field]: value });
    expect([status, body[field]]).toEqual([201, value]);
  });

  it.each([8, 128])('accepts a password of %d characters', async (length) => {
    const password = emoji(length);
    const { body } = await create({ ...someone(), password });
    const { status } = await forge.anonymous.post('/session', { login: body['email'], password });
    expect(status).toBe(201);
  });
});

describe('POST /users with DEFAULT_PROJECTS_LIMIT=0', () => {
  it('creates a user who cannot create projects', async () => {
    const forge = await startForge({ DEFAULT_PROJECTS_LIMIT: '0' });
    try {
      const alice = await forge.seed.user();
      const limit = { projects_limit: 0, can_create_project: false };
      expect(await forge.root.get(alice.at)).toEqual(answered(200, fullView(forge, alice, limit)));
    } finally {
      await forge.close();
    }
  });
});
