import { startForge, type Forge } from '../support/app.js';
import { write } from '../support/internals.js';
import { LONGER_THAN_BUFFERS, PausedReader } from '../support/paused-reader.js';
import { LEVEL, VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';

const LENGTH = 800_000;
const ITEMS = Math.ceil(LONGER_THAN_BUFFERS / LENGTH);

let forge: Forge;
let ada: SeededUser;
let project: Resource;
let issue: Resource;
let lists: Record<'notes' | 'issues' | 'merge requests' | 'events', string>;
beforeAll(async () => {
  forge = await startForge();
  ada = await forge.seed.user();
  project = await forge.seed.project(ada, { visibility_level: VISIBILITY.private });
  issue = await forge.seed.issue(project, ada);
  for (let n = 0; n < ITEMS; n++) {
    await forge.seed.issue(project, ada);
    await forge.seed.mergeRequest(project, ada);
    await forge.seed.note(issue, ada);
  }
  const text = 'x'.repeat(LENGTH);
  await write(forge, 'UPDATE notes SET body = :text', { text });
  await write(forge, 'UPDATE issues SET description = :text', { text });
  await write(forge, 'UPDATE merge_requests SET description = :text', { text });
  lists = {
    notes: `${issue.at}/notes`,
    issues: `${project.at}/issues`,
    'merge requests': `${project.at}/merge_requests`,
    events: `${ada.at}/events`,
  };
});
afterAll(() => forge.close());

const begin = async (list: string, token: string, sudo?: number): Promise<PausedReader> => {
  const query = sudo === undefined ? '' : `&sudo=${sudo}`;
  const reader = new PausedReader(forge.url, `${list}?per_page=100${query}`, token);
  await reader.begun();
  return reader;
};
const member = async (level = LEVEL.reporter): Promise<SeededUser> => {
  const bob = await forge.seed.user();
  await forge.seed.member(project, bob, level);
  return bob;
};

type Loss = [name: string, lose: (user: SeededUser) => Promise<{ status: number }>];
const BLOCKED: Loss = ['is blocked', ({ at }) => forge.root.put(`${at}/block`)];
const REMOVED: Loss = [
  'loses the membership',
  ({ id }) => forge.root.delete(`${project.at}/members/${id}`),
];
const NEW_TOKEN: Loss = [
  'gets a new token',
  ({ at }) => forge.root.post(`${at}/private_token/reset`),
];
const DEMOTED: Loss = ['is demoted', ({ at }) => forge.root.put(at, { admin: false })];
const isDone = ({ status }: { status: number }) => status === 200 || status === 201;

describe('a large page', () => {
  it.each([
    ...[BLOCKED, REMOVED, NEW_TOKEN].map((loss) => ['notes', ...loss] as const),
    ...[BLOCKED, REMOVED, NEW_TOKEN].map((loss) => ['issues', ...loss] as const),
    ...[BLOCKED, REMOVED, NEW_TOKEN].map((loss) => ['merge requests', ...loss] as const),
    ...[BLOCKED, NEW_TOKEN].map((loss) => ['events', ...loss] as const),
  ])('of %s ends when its reader %s', async (list, _, lose) => {
    const bob = await member();
    const reader = await begin(lists[list], bob.token);
    expect(isDone(await lose(bob))).toBe(true);
    expect((await reader.read()).isWhole).toBe(false);
  });

  it.each([BLOCKED, DEMOTED, NEW_TOKEN])(
    'ends when the administrator behind sudo %s',
    async (_, lose) => {
      const [eve, bob] = [await forge.seed.admin(), await member()];
      const reader = await begin(lists.notes, eve.token, bob.id);
      expect(isDone(await lose(eve))).toBe(true);
      expect((await reader.read()).isWhole).toBe(false);
    },
  );

  it.each([BLOCKED, REMOVED])('ends when the effective user of sudo %s', async (_, lose) => {
    const [eve, bob] = [await forge.seed.admin(), await member()];
    const reader = await begin(lists.notes, eve.token, bob.id);
    expect(isDone(await lose(bob))).toBe(true);
    expect((await reader.read()).isWhole).toBe(false);
  });

  it('goes on when the effective user of sudo gets a new token', async () => {
    const [eve, bob] = [await forge.seed.admin(), await member()];
    const reader = await begin(lists.notes, eve.token, bob.id);
    expect(isDone(await NEW_TOKEN[1](bob))).toBe(true);
    expect((await reader.read()).isWhole).toBe(true);
  });

  it('goes on when the path of its project changes', async () => {
    const { body } = await ada.client.get<{ path_with_namespace: string }>(project.at);
    const ref = `/projects/${encodeURIComponent(body.path_with_namespace)}`;
    const readers = [
      await begin(`${ref}/issues`, ada.token),
      await begin(`${ref}/merge_requests`, ada.token),
      await begin(`${ref}/issues/${issue.id}/notes`, ada.token),
    ];
    expect((await ada.client.put(project.at, { path: 'moved' })).status).toBe(200);
    for (const reader of readers) expect((await reader.read()).isWhole).toBe(true);
  });

  // The statements of the list have these rights as values since it began.
  it.each([
    ['demoted', { admin: false }, false],
    ['made external', { external: true }, false],
    ['demoted', { admin: false }, true],
  ])('of events ends when its user is %s (%j, with sudo: %j)', async (_, change, isSudo) => {
    const [eve, judy] = [await forge.seed.admin(), await forge.seed.admin()];
    const reader = await begin(lists.events, eve.token, isSudo ? judy.id : undefined);
    expect(isDone(await forge.root.put((isSudo ? judy : eve).at, change))).toBe(true);
    expect((await reader.read()).isWhole).toBe(false);
  });

  it('of notes ends when their issue becomes confidential', async () => {
    const bob = await member(LEVEL.guest);
    const reader = await begin(lists.notes, bob.token);
    expect(isDone(await ada.client.put(issue.at, { confidential: true }))).toBe(true);
    expect((await reader.read()).isWhole).toBe(false);
    expect(isDone(await ada.client.put(issue.at, { confidential: false }))).toBe(true);
  });
});
