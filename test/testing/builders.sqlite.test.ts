import { startForge, type Forge } from '../../src/app/testing/in-process.js';

describe('builders of a forge', () => {
  let forge: Forge;
  beforeAll(async () => {
    forge = await startForge();
  });
  afterAll(() => forge.close());
  beforeEach(() => forge.reset());

  it('create the project for the author', async () => {
    const author = await forge.user();
    const issue = await forge.issue({ author });
    const noteables = [
      issue,
      await forge.snippet({ author }),
      await forge.mergeRequest({ author }),
    ];
    for (const { author: by, at } of noteables) {
      const { body } = await forge.as(author).get(at.replace(/\/\w+\/\d+$/, ''));
      expect([by.id, body]).toMatchObject([author.id, { owner: { id: author.id } }]);
    }
    expect((await forge.note({ author })).author.id).toBe(author.id);
    expect((await forge.award({ author })).user.id).toBe(author.id);
    expect((await forge.note({ on: issue, author })).author.id).toBe(author.id);
  });

  it('generate names that differ from names that look generated', async () => {
    for (let n = 1; n <= 8; n++) {
      await forge.user({ username: `user${n}`, email: `address${n}@example.com` });
      await forge.project({ name: `Project ${n}` });
    }
    await forge.user({ username: 'grace', email: 'ada@example.com' });
    const ada = await forge.user({ username: 'ada' });
    const generated = [await forge.user(), await forge.project(), await forge.email(ada)];
    expect(generated).toMatchObject([
      { username: 'generated-user-19', email: 'generated-user-19@generated.example' },
      { name: 'Generated project 20', path: 'generated-project-20' },
      { email: 'generated-address-21@generated.example' },
    ]);
  });

  it('create labels, and give them to issues and merge requests', async () => {
    const project = await forge.project();
    expect(await forge.label(project, { name: 'bug', color: '#D9534F' })).toMatchObject({
      ...{ name: 'bug', color: '#D9534F', open_issues_count: 0 },
    });
    const generated = await forge.label(project);
    expect(generated).not.toHaveProperty('at');
    const labels = [generated.name, 'bug'];
    expect((await forge.issue({ project, labels })).labels.toSorted()).toEqual(labels.toSorted());
    expect((await forge.mergeRequest({ project, labels: 'bug,new' })).labels).toEqual([
      ...['bug', 'new'],
    ]);
  });

  it('reject a note whose body gives an award', async () => {
    await expect(forge.note({ body: ':heart:' })).rejects.toThrow(
      'The body ":heart:" gives an award: use forge.award.',
    );
  });
});

describe('the client of a forge', () => {
  let forge: Forge;
  beforeAll(async () => {
    forge = await startForge();
  });
  afterAll(() => forge.close());
  beforeEach(() => forge.reset());

  it('does not use a fetch that a test puts into its place', async () => {
    const { fetch } = globalThis;
    globalThis.fetch = () => Promise.reject(new Error('replaced'));
    try {
      const ada = await forge.user({ username: 'ada' });
      expect((await forge.as(ada).get('/user')).body).toMatchObject({ username: 'ada' });
    } finally {
      globalThis.fetch = fetch;
    }
  });

  it('adds the query to that of the path, without undefined', async () => {
    const root = forge.as(forge.root);
    const query = { per_page: 1, search: undefined };
    expect((await root.get('/users?page=2', query)).headers.get('x-per-page')).toBe('1');
    await root.get('/users', { search: undefined });
    await root.get(`${forge.api}/users?`, { search: 'a&b' });
    expect((await forge.requests()).map((request) => request.query)).toEqual([
      { page: '2', per_page: '1' },
      {},
      { search: 'a&b' },
    ]);
  });

  it.each(['users', '', undefined])('rejects the path %j in one sentence', async (path) => {
    const sentence = `A path begins with /, such as /users, unlike ${JSON.stringify(path)}.`;
    await expect(forge.as(null).get(path as never)).rejects.toThrow(sentence);
    await expect(forge.as(null).get(path as never, { page: 1 })).rejects.toThrow('A path begins');
    await expect(forge.as(null).post(path as never)).rejects.toThrow(sentence);
  });
});
