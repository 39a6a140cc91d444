import { startForge, type Forge } from '../support/app.js';
import type { Answer, Client } from '../support/client.js';
import { holdWorker, setRowsPerUnit, unfinishedDeletions } from '../support/deletions.js';
import { Interleaving } from '../support/interleaving.js';
import { orphans } from '../support/internals.js';
import { LEVEL, VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { answered } from '../support/expected-responses.js';

const PUSH = {
  before: '0'.repeat(40),
  after: 'a'.repeat(40),
  ref: 'refs/heads/master',
  commits: [],
  total_commits_count: 0,
};

let forge: Forge;
let ada: SeededUser;
let member: SeededUser;
let project: Resource;
let items: Record<'issue' | 'snippet' | 'merge request', Resource>;
let finish: () => Promise<void>;

beforeAll(async () => {
  forge = await startForge();
  setRowsPerUnit(forge, 0);
});
beforeEach(async () => {
  ada = await forge.seed.user();
  member = await forge.seed.user();
  project = await forge.seed.project(ada, { visibility_level: VISIBILITY.public });
  await forge.seed.member(project, member, LEVEL.reporter);
  items = {
    issue: await forge.seed.issue(project, ada),
    snippet: await forge.seed.snippet(project, ada),
    'merge request': await forge.seed.mergeRequest(project, ada),
  };
  for (const item of Object.values(items)) await forge.seed.note(item, ada);
  finish = holdWorker(forge);
});
afterEach(() => finish());
afterAll(() => forge.close());

type Call = (client: Client) => Promise<Answer>;

/** Requests that show or change an item, each 404 without it. */
const itemCalls = ({ at }: Resource): Call[] => [
  (client) => client.get(at),
  (client) => client.put(at, { title: 'Changed' }),
  (client) => client.delete(at),
  (client) => client.get(`${at}/notes`),
  (client) => client.post(`${at}/notes`, { body: 'Too late' }),
  (client) => client.get(`${at}/award_emoji`),
  (client) => client.post(`${at}/award_emoji`, { name: 'tada' }),
];

const projectCalls = ({ at }: Resource): Call[] => [
  (client) => client.get(at),
  (client) => client.get(`/projects/${ada.username}%2F${String(project['path'])}`),
  (client) => client.put(at, { name: 'Changed' }),
  (client) => client.delete(at),
  (client) => client.get(`${at}/members`),
  (client) => client.post(`${at}/members`, { user_id: 1, access_level: LEVEL.guest }),
  ...['issues', 'snippets', 'merge_requests'].map(
    (path): Call =>
      (client) =>
        client.get(`${at}/${path}`),
  ),
  (client) => client.get(`${items.snippet.at}/raw`),
  (client) => client.post(`${at}/issues`, { title: 'Too late' }),
  (client) => client.post(`${at}/push_events`, PUSH),
  ...Object.values(items).flatMap(itemCalls),
];

/** Lists that contain the project, its items or their events. */
const LISTS = ['/projects', '/projects/visible', '/projects/all'];
const itemLists = () =>
  ['issues', 'snippets', 'merge_requests'].map((path) => `${project.at}/${path}`);
const eventLists = () => [`/users/${ada.id}/events`];

/** For an administrator, the owner and a member. */
async function bodies(paths: string[]): Promise<unknown[]> {
  const clients = [forge.root, ada.client, member.client];
  const calls = clients.flatMap((client) => paths.map((path) => client.get(path)));
  return (await Promise.all(calls)).map(({ body, headers }) => [body, headers.get('X-Total')]);
}

async function statuses(client: Client, calls: Call[]): Promise<number[]> {
  const found: number[] = [];
  for (const call of calls) found.push((await call(client)).status);
  return found;
}

const times = (count: number, status: number) => Array.from({ length: count }, () => status);

/** Marks the root. While it is marked, every list and event shows what it shows when the deletion has finished. */
async function expectHidden(root: Resource, calls: Call[], lists: string[]): Promise<void> {
  const shown = await bodies(lists);
  expect((await ada.client.delete(root.at)).status).toBe(200);
  expect(await unfinishedDeletions(forge)).toBe(1);
  for (const client of [ada.client, member.client, forge.root])
    expect(await statuses(client, calls)).toEqual(times(calls.length, 404));
  const hidden = await bodies(lists);
  expect(hidden).not.toEqual(shown);
  await finish();
  expect(await unfinishedDeletions(forge)).toBe(0);
  expect(await bodies(lists)).toEqual(hidden);
  expect(await orphans(forge)).toEqual([]);
}

describe('a root that is deleted in the background', () => {
  it('hides a project, its items and their events at once, also from administrators', async () => {
    await expectHidden(project, projectCalls(project), [...LISTS, ...eventLists()]);
  });

  it.each(['issue', 'snippet', 'merge request'] as const)(
    'hides an %s and its events at once, also from administrators',
    async (name) => {
      await expectHidden(items[name], itemCalls(items[name]), [...itemLists(), ...eventLists()]);
    },
  );

  it('keeps the path of a project taken until it is gone', async () => {
    const { path } = project;
    await ada.client.delete(project.at);
    expect(await ada.client.post('/projects', { name: 'New', path })).toEqual(
      answered(400, { message: { path: ['has already been taken'] } }),
    );
    await finish();
    expect((await ada.client.post('/projects', { name: 'New', path })).status).toBe(201);
  });

  it('hides the project on the profile page of its owner', async () => {
    const page = async () => (await fetch(`${forge.url}/${ada.username}`)).text();
    expect(await page()).toContain(String(project['path']));
    await ada.client.delete(project.at);
    expect(await page()).not.toContain(String(project['path']));
  });

  it('accepts nothing from requests that found the root before', async () => {
    const { issue } = items;
    const note = await forge.seed.note(issue, ada);
    const bob = await forge.seed.user();
    const interleaving = new Interleaving(forge);
    const held: Promise<Answer>[] = [];
    for (const send of [
      () => ada.client.post(`${issue.at}/notes`, { body: 'Too late' }),
      () => ada.client.post(`${issue.at}/award_emoji`, { name: 'tada' }),
      () => ada.client.post(`${note.at}/award_emoji`, { name: 'tada' }),
      () => ada.client.put(issue.at, { title: 'Too late' }),
      () => ada.client.delete(issue.at),
      () => ada.client.post(`${project.at}/issues`, { title: 'Too late' }),
      () => ada.client.post(`${project.at}/members`, { user_id: bob.id, access_level: 10 }),
      () => ada.client.delete(project.at),
    ])
      held.push((await interleaving.hold(send)).answer);
    expect((await ada.client.delete(issue.at)).status).toBe(200);
    expect((await ada.client.delete(project.at)).status).toBe(200);
    interleaving.release();
    const found = (await Promise.all(held)).map(({ status }) => status);
    expect(found).toEqual(times(held.length, 404));
  });

  it('does not count towards the limit of projects', async () => {
    await forge.root.put(ada.at, { projects_limit: 1 });
    expect((await ada.client.post('/projects', { name: 'Second' })).status).toBe(403);
    await ada.client.delete(project.at);
    expect((await ada.client.post('/projects', { name: 'Second' })).status).toBe(201);
  });
});
