import { startForge, type Forge } from '../support/app.js';
import { eventView } from '../support/project-views.js';
import { LEVEL, VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { answered } from '../support/expected-responses.js';

const ZEROS = '0'.repeat(40);
const BEFORE = '95790bf891e76fee5e1747ab589903a6a1f80f22';
const AFTER = 'da1560886d4f094c3e6c9ef40349f7d38b5d27d7';
const COMMIT = {
  id: AFTER,
  message: 'Carry ahead',
  timestamp: '2026-01-31T12:00:00+01:00',
  url: 'https://git.example.com/engine/da156088',
  author: { name: 'Ada Lovelace', email: 'ada@example.com' },
};
const PUSH = {
  before: BEFORE,
  after: AFTER,
  ref: 'refs/heads/master',
  commits: [COMMIT],
  total_commits_count: 3,
};

describe('POST /projects/:id/push_events', () => {
  let forge: Forge;
  let owner: SeededUser;
  let developer: SeededUser;
  let project: Resource;

  beforeAll(async () => {
    forge = await startForge();
    owner = await forge.seed.user({ projects_limit: 100 });
    developer = await forge.seed.user();
  });
  beforeEach(async () => {
    project = await forge.seed.project(owner, {
      visibility_level: VISIBILITY.public,
      description: 'It computes',
    });
    await forge.seed.member(project, developer, LEVEL.developer);
  });
  afterAll(() => forge.close());

  const push = (given: object, by = developer) =>
    by.client.post<{ data: Record<string, unknown> }>(`${project.at}/push_events`, given);
  const repository = () => ({
    name: project['name'],
    url: `${String(project['web_url'])}.git`,
    description: 'It computes',
    homepage: project['web_url'],
  });
  const pushed = (action_name: string, given: object) =>
    eventView(forge, project, developer, {
      action_name,
      data: {
        ...{ before: BEFORE, after: AFTER, ref: 'refs/heads/master' },
        ...{ user_id: developer.id, user_name: developer.name, repository: repository() },
        ...{ commits: [], total_commits_count: 0 },
        ...given,
      },
    });

  it('returns 201 and the event with all of its data, and lists it', async () => {
    const event = pushed('pushed to', { commits: [COMMIT], total_commits_count: 3 });
    expect(await push(PUSH)).toEqual(answered(201, event));
    const { body } = await owner.client.get<unknown[]>(`${developer.at}/events`);
    expect(body[0]).toEqual(event);
  });

  it.each([
    ['pushed new', { before: ZEROS }],
    ['deleted', { after: ZEROS }],
  ])('is `%s` for %j', async (action, changes) => {
    expect(await push({ ...PUSH, commits: [], total_commits_count: 0, ...changes })).toEqual(
      answered(201, pushed(action, changes)),
    );
  });

  it('fills in what the request leaves out', async () => {
    const { body } = await push({ ...PUSH, commits: [{ id: 'abc', message: 'x' }] });
    expect(body.data['commits']).toEqual([
      {
        id: 'abc',
        message: 'x',
        timestamp: expect.stringMatching(/^\d{4}-.*Z$/) as string,
        url: `${String(project['web_url'])}/commit/abc`,
        author: { name: developer.name, email: developer.email },
      },
    ]);
  });

  it('counts the commits if the request has no total', async () => {
    const { before, after, ref, commits } = PUSH;
    expect((await push({ before, after, ref, commits })).body.data['total_commits_count']).toBe(1);
  });

  it('reads the commits from a form', async () => {
    const form = new URLSearchParams([
      ...Object.entries({ before: BEFORE, after: AFTER, ref: 'refs/heads/master' }),
      ...['a', 'b'].flatMap((id): [string, string][] => [
        ['commits[][id]', id],
        ['commits[][message]', `Message of ${id}`],
      ]),
    ]);
    const { body } = await developer.client.post<{ data: { commits: { id: string }[] } }>(
      `${project.at}/push_events`,
      form,
    );
    expect(body.data.commits.map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it.each(['application/x-www-form-urlencoded', 'multipart/form-data'])(
    'reads the commits from %s as the document encodes them',
    async (type) => {
      const { paths } = forge.contract.document;
      const { content } = paths['/api/v3/projects/{id}/push_events']?.post?.requestBody ?? {};
      expect(content?.[type]?.encoding).toEqual({ commits: { contentType: 'application/json' } });
      const isMultipart = type === 'multipart/form-data';
      const form = isMultipart ? new FormData() : new URLSearchParams();
      for (const name of ['before', 'after', 'ref'] as const) form.set(name, PUSH[name]);
      form.set('commits', JSON.stringify([COMMIT]));
      const { body } = await developer.client.post(`${project.at}/push_events`, form);
      expect(body).toMatchObject({ data: { commits: [COMMIT] } });
    },
  );

  it('drops undocumented fields', async () => {
    const commit = { ...COMMIT, added: ['secret.txt'] };
    const { body } = await push({ ...PUSH, commits: [commit], user_name: 'Somebody else' });
    expect(body.data).toMatchObject({ user_name: developer.name, commits: [COMMIT] });
    expect(JSON.stringify(body)).not.toContain('secret.txt');
  });

  it.each([
    [{}, { before: ['is missing'], after: ['is missing'], ref: ['is missing'] }],
    [{ ...PUSH, ref: ' ' }, { ref: ["can't be blank"] }],
    [{ ...PUSH, ref: '\u200b' }, { ref: ["can't be blank"] }],
    [{ ...PUSH, before: ZEROS, after: ZEROS }, { after: ['is invalid'] }],
    [{ ...PUSH, commits: 'none' }, { commits: ['is invalid'] }],
    [{ ...PUSH, commits: [{ message: 'no id' }] }, { commits: ['is invalid'] }],
    [{ ...PUSH, commits: [{ ...COMMIT, id: 'a'.repeat(256) }] }, { commits: ['is invalid'] }],
    [{ ...PUSH, commits: [{ ...COMMIT, author: { name: 'x' } }] }, { commits: ['is invalid'] }],
    [
      { ...PUSH, total_commits_count: -1 },
      { total_commits_count: ['must be greater than or equal to 0'] },
    ],
  ])('returns 400 for %j and records nothing', async (given, message) => {
    expect(await push(given)).toEqual(answered(400, { message }));
    const { body } = await developer.client.get<{ action_name: string }[]>(
      `${developer.at}/events?per_page=1`,
    );
    expect(body[0]?.action_name).toBe('joined');
  });

  it('accepts commits of 65,536 characters as JSON, and returns 400 for one more', async () => {
    const commits = (length: number) => {
      const commit = { id: AFTER, message: '' };
      return [{ ...commit, message: 'x'.repeat(length - JSON.stringify([commit]).length) }];
    };
    expect((await push({ ...PUSH, commits: commits(65_536) })).status).toBe(201);
    const message = { commits: ['is too long (maximum is 65536 characters)'] };
    expect(await push({ ...PUSH, commits: commits(65_537) })).toEqual(answered(400, { message }));
  });

  it('returns 400 for 1,001 commits', async () => {
    const commits = Array<object>(1_001).fill({ id: 'a', message: 'x' });
    const message = { commits: ['is too long (maximum is 1000 items)'] };
    expect(await push({ ...PUSH, commits })).toEqual(answered(400, { message }));
  });

  it('lets developers and above record one', async () => {
    const reporter = await forge.seed.user();
    await forge.seed.member(project, reporter, LEVEL.reporter);
    expect(await push(PUSH, reporter)).toEqual(answered(403, { message: '403 Forbidden' }));
    expect((await push(PUSH, owner)).status).toBe(201);
  });

  it('is hidden from users who cannot see the project', async () => {
    await push(PUSH);
    await owner.client.put(project.at, { visibility_level: VISIBILITY.private });
    const stranger = await forge.seed.user();
    const { body } = await stranger.client.get<{ project_id: number }[]>(`${developer.at}/events`);
    expect(body.filter(({ project_id }) => project_id === project.id)).toEqual([]);
  });
});
