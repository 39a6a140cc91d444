import { paginated } from '../behaviours/paginated.js';
import { startForge, type Forge } from '../support/app.js';
import { ISSUE, MERGE_REQUEST } from '../support/noteables.js';
import { viewOf } from '../support/project-views.js';
import type { SeededUser } from '../support/seed.js';
import { answered } from '../support/expected-responses.js';

/** Each by the state events it went through. */
const STEPS = {
  first: [],
  closed: ['close'],
  reopened: ['close', 'reopen'],
  'closed again': ['close', 'reopen', 'close'],
  last: [],
};
const NEWEST_FIRST = Object.keys(STEPS).reverse();

let forge: Forge;
let owner: SeededUser;
let ada: SeededUser;

beforeAll(async () => {
  forge = await startForge();
  [owner, ada] = [await forge.seed.user(), await forge.seed.user()];
});
afterAll(() => forge.close());

describe.each([ISSUE, MERGE_REQUEST])('GET /projects/:id/$path', ({ path, make }) => {
  let at: string;
  let ids: number[];

  beforeAll(async () => {
    const project = await forge.seed.project(owner, { visibility_level: 20 });
    at = `${project.at}/${path}`;
    ids = [];
    for (const [title, steps] of Object.entries(STEPS)) {
      const made = await make(forge.seed, project, owner);
      await owner.client.put(made.at, { title });
      for (const state_event of steps) await owner.client.put(made.at, { state_event });
      ids.unshift(made.id);
    }
  });

  const list = (query: Record<string, string> = {}) =>
    ada.client.get<{ title: string }[]>(at, query);

  it('returns 200 and what the creations returned, newest first', async () => {
    const other = await forge.seed.project(owner, { visibility_level: 20 });
    const one = await make(forge.seed, other, owner);
    const two = await make(forge.seed, other, owner);
    const { body } = await owner.client.put<object>(two.at, {
      ...{ description: 'd', assignee_id: ada.id },
    });
    expect(await ada.client.get(`${other.at}/${path}`)).toEqual(answered(200, [body, viewOf(one)]));
  });

  it.each([
    [{}, NEWEST_FIRST],
    [{ state: 'all' }, NEWEST_FIRST],
    [{ sort: 'desc' }, NEWEST_FIRST],
    [{ sort: 'asc' }, NEWEST_FIRST.toReversed()],
    [{ state: 'opened' }, ['last', 'reopened', 'first']],
    [{ state: 'closed' }, ['closed again', 'closed']],
    [{ state: 'opened', sort: 'asc' }, ['first', 'reopened', 'last']],
    [{ state: 'closed', sort: 'asc', per_page: '1', page: '2' }, ['closed again']],
    [{ state: 'opened', sort: 'asc', per_page: '1', page: '2' }, ['reopened']],
  ])('filters and sorts by %j', async (query, expected) => {
    const { body } = await list(query);
    expect(body.map(({ title }) => title)).toEqual(expected);
  });

  it.each([
    ['opened', '3'],
    ['closed', '2'],
    ['all', '5'],
  ])('counts those with state=%s', async (state, total) => {
    expect((await list({ state })).headers.get('X-Total')).toBe(total);
  });

  it.each([
    [{ state: 'open' }, { state: ['does not have a valid value'] }],
    [{ state: 'reopened' }, { state: ['does not have a valid value'] }],
    [
      { sort: 'up', page: 'x' },
      { page: ['is invalid'], sort: ['does not have a valid value'] },
    ],
  ])('returns 400 for %j', async (query, message) => {
    expect(await list(query as Record<string, string>)).toEqual(answered(400, { message }));
  });

  paginated(() => ({ client: ada.client, path: `${at}?state=all`, ids }));
});

it('GET /projects/:id/issues sorts by created_at, not by id', async () => {
  const project = await forge.seed.project(owner);
  await forge.seed.issue(project, owner, { title: 'new' });
  await forge.seed.issue(project, owner, { title: 'old', created_at: '2016-01-01' });
  const { body } = await owner.client.get<{ title: string }[]>(`${project.at}/issues`);
  expect(body.map(({ title }) => title)).toEqual(['new', 'old']);
});

it('GET /projects/:id/merge_requests separates merged from closed ones', async () => {
  const project = await forge.seed.project(owner);
  for (const [title, state_event] of [
    ['merged', 'merge'],
    ['closed', 'close'],
  ]) {
    const { at } = await forge.seed.mergeRequest(project, owner, { title });
    await owner.client.put(at, { state_event });
  }
  for (const [state, expected] of [
    ['merged', ['merged']],
    ['closed', ['closed']],
    ['opened', []],
    ['all', ['closed', 'merged']],
  ] as const) {
    const path = `${project.at}/merge_requests`;
    const { headers, body } = await owner.client.get<{ title: string }[]>(path, { state });
    expect(body.map(({ title }) => title)).toEqual(expected);
    expect(headers.get('X-Total')).toBe(String(expected.length));
  }
});
