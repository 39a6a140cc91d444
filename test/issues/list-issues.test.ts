import { paginated } from '../behaviours/paginated.js';
import { startForge, type Forge } from '../support/app.js';
import type { Resource, SeededUser } from '../support/seed.js';
import { issueView } from '../support/project-views.js';
import { answered, userView } from '../support/views.js';

describe('GET /projects/:id/issues', () => {
  let forge: Forge;
  let owner: SeededUser;
  let ada: SeededUser;
  let project: Resource;
  const made: Record<string, Resource> = {};

  beforeAll(async () => {
    forge = await startForge();
    [owner, ada] = [await forge.seed.user(), await forge.seed.user()];
    project = await forge.seed.project(owner, { visibility_level: 20 });
    for (const title of ['first', 'closed', 'reopened', 'closed again', 'last']) {
      made[title] = await forge.seed.issue(project, ada, { title });
    }
    const events = {
      closed: ['close'],
      reopened: ['close', 'reopen'],
      'closed again': ['close', 'reopen', 'close'],
    };
    for (const [title, steps] of Object.entries(events)) {
      const at = made[title]?.at ?? '';
      for (const state_event of steps) await ada.client.put(at, { state_event });
    }
  });
  afterAll(() => forge.close());

  const list = (query: Record<string, string> = {}) =>
    ada.client.get<{ title: string }[]>(`${project.at}/issues`, query);
  const titles = async (query: Record<string, string>) =>
    (await list(query)).body.map(({ title }) => title);

  it('answers 200 and the issues, newest first', async () => {
    const other = await forge.seed.project(owner, { visibility_level: 20 });
    const one = await forge.seed.issue(other, ada, { title: 'one', description: 'd' });
    const two = await forge.seed.issue(other, owner, { title: 'two', assignee_id: ada.id });
    expect(await ada.client.get(`${other.at}/issues`)).toEqual(
      answered(200, [
        issueView(forge, other, owner, {
          ...{ id: two.id, iid: 2, title: 'two', assignee: userView(forge, ada) },
        }),
        issueView(forge, other, ada, { id: one.id, iid: 1, title: 'one', description: 'd' }),
      ]),
    );
  });

  const newestFirst = ['last', 'closed again', 'reopened', 'closed', 'first'];
  it.each([
    [{}, newestFirst],
    [{ state: 'all' }, newestFirst],
    [{ sort: 'desc' }, newestFirst],
    [{ sort: 'asc' }, newestFirst.toReversed()],
    [{ state: 'opened' }, ['last', 'reopened', 'first']],
    [{ state: 'closed' }, ['closed again', 'closed']],
    [{ state: 'opened', sort: 'asc' }, ['first', 'reopened', 'last']],
    [{ state: 'closed', sort: 'asc', per_page: '1', page: '2' }, ['closed again']],
  ])('lists for %j', async (query, expected) => {
    expect(await titles(query as Record<string, string>)).toEqual(expected);
  });

  it.each([
    ['opened', '3'],
    ['closed', '2'],
    ['all', '5'],
  ])('counts what is %s', async (state, total) => {
    expect((await list({ state })).headers.get('X-Total')).toBe(total);
  });

  it.each([
    [{ state: 'open' }, { state: ['does not have a valid value'] }],
    [{ state: 'reopened' }, { state: ['does not have a valid value'] }],
    [
      { sort: 'up', page: 'x' },
      { page: ['is invalid'], sort: ['does not have a valid value'] },
    ],
  ])('refuses %j', async (query, message) => {
    expect(await list(query as Record<string, string>)).toEqual(answered(400, { message }));
  });

  it('orders by when they were opened, not by number', async () => {
    const other = await forge.seed.project(owner);
    await forge.seed.issue(other, owner, { title: 'new' });
    await forge.seed.issue(other, owner, { title: 'old', created_at: '2016-01-01' });
    const { body } = await owner.client.get<{ title: string }[]>(`${other.at}/issues`);
    expect(body.map(({ title }) => title)).toEqual(['new', 'old']);
  });

  paginated(() => ({
    client: ada.client,
    path: `${project.at}/issues?state=all`,
    ids: newestFirst.map((title) => made[title]?.id ?? 0),
  }));
});
