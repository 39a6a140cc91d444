import { createClient, type ForgenoteClient, type Schemas } from '../../client/client.js';
import { LAPTOP } from '../keys/keys.js';
import { ROOT, startForge, type Forge } from '../support/app.js';
import type { SeededUser } from '../support/seed.js';

/** The compiler is half of this test: the document types every value, under `strict`. */
describe('forgenote/client', () => {
  const PASSWORD = 'correct horse battery staple';
  let forge: Forge;
  let root: ForgenoteClient;
  let ada: ForgenoteClient;

  beforeAll(async () => {
    forge = await startForge();
    root = createClient({ baseUrl: forge.url, token: ROOT.token });
    const { token } = await forge.seed.user({ username: 'ada', email: 'ada@example.com' });
    ada = createClient({ baseUrl: forge.url, token });
  });
  afterAll(() => forge.close());

  /** What was answered, where the test cannot go on without it. */
  function dataOf<Data>({ data, error }: { data?: Data; error?: Schemas['ErrorResponse'] }): Data {
    if (data === undefined) throw new Error(JSON.stringify(error));
    return data;
  }

  /** An issue in a project of its own, with these notes. */
  async function createDiscussion(author: SeededUser, bodies: string[]) {
    const project = await forge.seed.project(author);
    const issue = await forge.seed.issue(project, author, { title: 'It hums' });
    for (const body of bodies) await forge.seed.note(issue, author, { body });
    return { id: project.id, issue };
  }

  it('creates a user, who signs in', async () => {
    const created = dataOf(
      await root.POST('/api/v3/users', {
        body: { username: 'grace', name: 'Grace', email: 'grace@navy.example', password: PASSWORD },
      }),
    );
    const bio: string | null = created.bio;
    const identities: { provider: string; extern_uid: string }[] = created.identities;
    expect([created.username, bio, identities]).toEqual(['grace', null, []]);

    const anonymous = createClient({ baseUrl: forge.url });
    const session = dataOf(
      await anonymous.POST('/api/v3/session', { body: { login: 'grace', password: PASSWORD } }),
    );
    const before: string | null = session.last_sign_in_at;
    expect(before).toBeNull();
    const grace = createClient({ baseUrl: forge.url, token: session.private_token });
    expect(dataOf(await grace.GET('/api/v3/user')).username).toBe('grace');
  });

  it('creates a project, an issue and notes', async () => {
    const project = dataOf(await ada.POST('/api/v3/projects', { body: { name: 'Engine' } }));
    const level: number = project.visibility_level;
    const description: string | null = project.description;
    expect([level, description]).toEqual([0, null]);

    // Named by its path: the client encodes it.
    const issue = dataOf(
      await ada.POST('/api/v3/projects/{id}/issues', {
        params: { path: { id: 'ada/engine' } },
        body: { title: 'It hums', assignee_id: null },
      }),
    );
    const assignee: string | undefined = issue.assignee?.username;
    expect([issue.state, issue.assignee, assignee]).toEqual(['opened', null, undefined]);

    for (const body of ['One', 'Two', 'Three']) {
      const note = dataOf(
        await ada.POST('/api/v3/projects/{id}/issues/{issue_id}/notes', {
          params: { path: { id: project.id, issue_id: issue.id } },
          body: { body },
        }),
      );
      // An emoji alone would have been an award: the compiler asks which one it is.
      if (!('noteable_id' in note)) throw new Error('It is an award');
      const attachment: null = note.attachment;
      expect([note.body, note.author.username, attachment]).toEqual([body, 'ada', null]);
    }
    const award = dataOf(
      await root.POST('/api/v3/projects/{id}/issues/{issue_id}/notes', {
        params: { path: { id: project.id, issue_id: issue.id } },
        body: { body: ':tada:' },
      }),
    );
    expect('awardable_id' in award && award.name).toBe('tada');
  });

  it('creates, changes, lists and deletes labels', async () => {
    const { id } = await forge.seed.project(await forge.seed.user());
    const params = { path: { id } };
    const path = '/api/v3/projects/{id}/labels';
    const label = { name: 'bug', color: '#D9534F' };
    const made = dataOf(await root.POST(path, { params, body: label }));
    const description: string | null = made.description;
    const open: number = made.open_issues_count;
    expect([made.name, description, open]).toEqual(['bug', null, 0]);

    const issue = dataOf(
      await root.POST('/api/v3/projects/{id}/issues', {
        params,
        body: { title: 'It hums', labels: 'bug,mill' },
      }),
    );
    const names: string[] = issue.labels;
    expect(names).toEqual(['bug', 'mill']);

    const edited = dataOf(
      await root.PUT(path, { params, body: { name: 'bug', new_name: 'defect' } }),
    );
    expect([edited.name, edited.color]).toEqual(['defect', '#D9534F']);
    const listed = async () => dataOf(await root.GET(path, { params })).map(({ name }) => name);
    expect(await listed()).toEqual(['defect', 'mill']);
    dataOf(await root.DELETE(path, { params: { ...params, query: { name: 'defect' } } }));
    expect(await listed()).toEqual(['mill']);
  });

  it('reads a list page by page', async () => {
    const author = await forge.seed.user();
    const { id, issue } = await createDiscussion(author, ['One', 'Two', 'Three']);
    const client = createClient({ baseUrl: forge.url, token: author.token });
    const bodies: string[] = [];
    let page = 1;
    while (page > 0) {
      const answer = await client.GET('/api/v3/projects/{id}/issues/{issue_id}/notes', {
        params: {
          path: { id, issue_id: issue.id },
          query: { page, per_page: 2, sort: 'desc' },
        },
      });
      bodies.push(...dataOf(answer).map(({ body }) => body));
      page = Number(answer.response.headers.get('X-Next-Page'));
    }
    expect(bodies).toEqual(['Three', 'Two', 'One']);
  });

  it('distinguishes the views of normal users and administrators', async () => {
    const params = { query: { search: 'ada', page: 1 } };
    const [seenByAda] = dataOf(await ada.GET('/api/v3/users', { params }));
    const [seenByRoot] = dataOf(await root.GET('/api/v3/users', { params }));
    if (!seenByAda || !seenByRoot) throw new Error('Nobody is there');
    expect(seenByAda.username).toBe(seenByRoot.username);
    expect('email' in seenByAda).toBe(false);
    expect('email' in seenByRoot && seenByRoot.email).toBe('ada@example.com');
  });

  it('sends sudo', async () => {
    const sudo = createClient({ baseUrl: forge.url, token: ROOT.token, sudo: 'ada' });
    const user = dataOf(await sudo.GET('/api/v3/user'));
    expect([user.username, 'private_token' in user]).toEqual(['ada', true]);
  });

  it('reads bodies that are not JSON', async () => {
    const key = { title: 'Laptop', key: LAPTOP.key };
    expect(dataOf(await ada.POST('/api/v3/user/keys', { body: key })).title).toBe('Laptop');
    const answer = await ada.GET('/{username}.keys', {
      params: { path: { username: 'ada' } },
      parseAs: 'text',
    });
    const lines: string = dataOf(answer);
    expect(lines).toBe(`${LAPTOP.type} ${LAPTOP.blob}\n`);
  });

  it('reads events with and without notes', async () => {
    const author = await forge.seed.user();
    await createDiscussion(author, ['One', 'Two', 'Three']);
    const events = dataOf(
      await root.GET('/api/v3/users/{id}/events', { params: { path: { id: author.id } } }),
    );
    const rows = events.map((event) => {
      const title: string | null = event.target_title;
      const note: Schemas['NoteView'] | undefined = event.note;
      return [event.action_name, title, note?.body];
    });
    expect(rows).toEqual([
      ['commented on', 'It hums', 'Three'],
      ['commented on', 'It hums', 'Two'],
      ['commented on', 'It hums', 'One'],
      ['opened', 'It hums', undefined],
      ['created', null, undefined],
    ]);
  });

  it('returns every error in the same shape', async () => {
    const missing = await ada.GET('/api/v3/projects/{id}', { params: { path: { id: 99 } } });
    expect([missing.response.status, missing.error?.message]).toEqual([
      404,
      '404 Project Not Found',
    ]);
    const { error } = await ada.POST('/api/v3/projects', { body: { name: ' ' } });
    const message: string | Record<string, string[]> | undefined = error?.message;
    expect(message).toMatchObject({ name: ["can't be blank"] });
  });

  it('returns 400 if a caller without types omits a parameter', async () => {
    const { error } = await ada.POST('/api/v3/projects', { body: {} as { name: string } });
    expect(error?.message).toEqual({ name: ['is missing'] });
  });
});
