import { notFoundByOddIds } from '../behaviours/not-found-by-odd-ids.js';
import { paginated } from '../behaviours/paginated.js';
import { startForge, type Forge } from '../support/app.js';
import { mergeRequestView } from '../support/project-views.js';
import type { Resource, SeededUser } from '../support/seed.js';
import { answered, userView } from '../support/views.js';

describe('GET /projects/:id/merge_requests', () => {
  let forge: Forge;
  let owner: SeededUser;
  let ada: SeededUser;
  let project: Resource;
  const made: Record<string, Resource> = {};

  beforeAll(async () => {
    forge = await startForge();
    [owner, ada] = [await forge.seed.user(), await forge.seed.user()];
    project = await forge.seed.project(owner, { visibility_level: 20 });
    const events = {
      opened: [],
      closed: ['close'],
      reopened: ['close', 'reopen'],
      merged: ['merge'],
      last: [],
    };
    for (const [title, steps] of Object.entries(events)) {
      const { at } = (made[title] = await forge.seed.mergeRequest(project, owner, { title }));
      for (const state_event of steps) await owner.client.put(at, { state_event });
    }
  });
  afterAll(() => forge.close());

  const list = (query: Record<string, string> = {}) =>
    ada.client.get<{ title: string }[]>(`${project.at}/merge_requests`, query);

  it('answers 200 and the merge requests, newest first', async () => {
    const other = await forge.seed.project(owner, { visibility_level: 20 });
    const branches = { source_branch: 'carry', target_branch: 'master' };
    const one = { title: 'one', description: 'd', ...branches };
    const two = { title: 'two', ...branches };
    const { id: first } = await forge.seed.mergeRequest(other, owner, one);
    const { id } = await forge.seed.mergeRequest(other, owner, { ...two, assignee_id: ada.id });
    const assignee = userView(forge, ada);
    expect(await ada.client.get(`${other.at}/merge_requests`)).toEqual(
      answered(200, [
        mergeRequestView(forge, other, owner, { id, iid: 2, ...two, assignee }),
        mergeRequestView(forge, other, owner, { id: first, iid: 1, ...one }),
      ]),
    );
  });

  const newestFirst = ['last', 'merged', 'reopened', 'closed', 'opened'];
  it.each([
    [{}, newestFirst],
    [{ state: 'all' }, newestFirst],
    [{ sort: 'desc' }, newestFirst],
    [{ sort: 'asc' }, newestFirst.toReversed()],
    [{ state: 'opened' }, ['last', 'reopened', 'opened']],
    [{ state: 'closed' }, ['closed']],
    [{ state: 'merged' }, ['merged']],
    [{ state: 'opened', sort: 'asc', per_page: '1', page: '2' }, ['reopened']],
  ])('lists for %j', async (query, expected) => {
    const { body } = await list(query);
    expect(body.map(({ title }) => title)).toEqual(expected);
  });

  it.each([
    ['opened', '3'],
    ['closed', '1'],
    ['merged', '1'],
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

  notFoundByOddIds('Project', (id) => {
    return { client: forge.root, method: 'GET', path: `/projects/${id}/merge_requests` };
  });

  paginated(() => ({
    client: ada.client,
    path: `${project.at}/merge_requests?state=all`,
    ids: newestFirst.map((title) => made[title]?.id ?? 0),
  }));
});
