import fc from 'fast-check';
import { startForge, type Forge } from '../support/app.js';
import type { Client } from '../support/client.js';
import { addProjectEvents } from '../support/many-rows.js';
import { LEVEL, VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';

/** Fixed, so that each run makes the same changes. */
const SEED = 20_160_521;
const CHANGES = 8;
const LEVELS = [0, LEVEL.guest, LEVEL.reporter, LEVEL.master];
const VIEWERS = ['guest', 'reporter', 'outsider', 'external', 'assignee', 'author'] as const;
/** More hidden events than a page examines at first, before and after all others. */
const HIDDEN = 1_010;
const FAR_FUTURE = 4_000_000_000_000;
const KINDS = ['issues', 'merge_requests', 'snippets'] as const;

interface Item {
  id: number;
  action_name?: string;
  project_id: number;
  target_title: string | null;
  note?: { id: number; noteable_id: number; noteable_type: string };
}

let forge: Forge;
const people = {} as Record<(typeof VIEWERS)[number] | 'owner', SeededUser>;
const projects: Resource[] = [];
const items: Resource[] = [];
let hidden: Resource;

const pathOf: Record<string, string> = {
  Issue: 'issues',
  MergeRequest: 'merge_requests',
  Snippet: 'snippets',
};
const memberPath = (project: Resource, { id }: SeededUser) => `${project.at}/members/${id}`;
const isSeen = async (client: Client, path: string) => (await client.get(path)).status === 200;

async function setLevel(project: Resource, user: SeededUser, level: number): Promise<void> {
  await forge.root.delete(memberPath(project, user));
  if (level > 0) await forge.seed.member(project, user, level);
}

beforeAll(async () => {
  forge = await startForge();
  const { seed } = forge;
  for (const name of [...VIEWERS, 'owner'] as const)
    people[name] = await seed.user({ username: name, external: name === 'external' });
  const { owner, author, guest, assignee } = people;
  hidden = await seed.project(owner, { visibility_level: VISIBILITY.private });
  for (const start of [0, FAR_FUTURE])
    await addProjectEvents(forge, hidden, author, { count: HIDDEN, start });
  for (const visibility_level of Object.values(VISIBILITY)) {
    const project = await seed.project(owner, { visibility_level });
    for (const user of [author, guest]) await setLevel(project, user, LEVEL.master);
    for (const by of [author, guest]) {
      const first = items.length;
      items.push(await seed.issue(project, by, { title: `issue ${first}` }));
      items.push(await seed.issue(project, by, { title: `issue ${first}c`, confidential: true }));
      items.push(await seed.mergeRequest(project, by, { assignee_id: assignee.id }));
      const snippetLevel = Object.values(VISIBILITY)[items.length % 3];
      items.push(await seed.snippet(project, by, { visibility_level: snippetLevel }));
    }
    for (const item of items.filter(({ at }) => at.startsWith(`${project.at}/`)))
      await seed.note(item, author);
    await setLevel(project, guest, LEVEL.guest);
    await setLevel(project, author, 0);
    projects.push(project);
  }
});
afterAll(() => forge.close());

/** The whole list by keyset, with the total of its first page. */
async function list(
  client: Client,
  path: string,
  perPage = 4,
): Promise<{ rows: Item[]; total: number }> {
  const mark = path.includes('?') ? '&' : '?';
  const { headers } = await client.get<Item[]>(`${path}${mark}per_page=${perPage}`);
  const rows: Item[] = [];
  for (
    let next: string | undefined = `${path}${mark}per_page=${perPage}&pagination=keyset`;
    next;
  ) {
    const page: { body: Item[]; headers: Headers } = await client.get<Item[]>(next);
    rows.push(...page.body);
    next = /<[^>]*\/api\/v3([^>]*)>; rel="next"/.exec(page.headers.get('Link') ?? '')?.[1];
  }
  return { rows, total: Number(headers.get('X-Total')) };
}

/** What the administrator sees, filtered by what the viewer can read one by one. */
async function expectSame(
  client: Client,
  path: string,
  isVisible: (item: Item) => Promise<boolean>,
): Promise<void> {
  const all = await listAll(path);
  const seen = await Promise.all(all.map(isVisible));
  const expected = all.filter((_, n) => seen[n]);
  const { rows, total } = await list(client, path);
  const names = (found: Item[]) => found.map(nameOf);
  expect([path, total, names(rows)]).toEqual([path, expected.length, names(expected)]);
  const page = await client.get<Item[]>(
    `${path}${path.includes('?') ? '&' : '?'}per_page=3&page=2`,
  );
  expect(names(page.body)).toEqual(names(expected.slice(3, 6)));
}

async function listAll(path: string): Promise<Item[]> {
  const { rows } = await list(forge.root, path.replace('/projects/visible', '/projects/all'), 100);
  return rows.filter(({ project_id }) => project_id !== hidden.id);
}

const nameOf = ({ id, action_name, target_title, note }: Item) =>
  action_name === undefined ? id : `${action_name} ${target_title ?? ''} ${note?.id ?? ''}`;

async function compareAll(viewer: SeededUser): Promise<void> {
  const { client } = viewer;
  const answers = new Map<string, Promise<boolean>>();
  /** Asks once: nothing changes meanwhile, and most items are in several lists. */
  const canRead = (path: string): Promise<boolean> => {
    const answer = answers.get(path) ?? isSeen(client, path);
    answers.set(path, answer);
    return answer;
  };
  const projectLists = projects.map(({ at }) => at);
  await expectSame(client, '/projects/visible', ({ id }) => canRead(`/projects/${id}`));
  for (const at of projectLists) {
    if (!(await canRead(at))) continue;
    for (const kind of KINDS) {
      const isVisible = ({ id }: Item) => canRead(`${at}/${kind}/${id}`);
      await expectSame(client, `${at}/${kind}`, isVisible);
      if (kind !== 'snippets')
        await expectSame(client, `${at}/${kind}?order_by=updated_at&sort=asc`, isVisible);
    }
  }
  const byTitle = new Map(items.map((item) => [item['title'], item]));
  const isEventVisible = async (event: Item) => {
    const { action_name, note, project_id, target_title } = event;
    const at = `/projects/${project_id}`;
    if (action_name === 'joined' || action_name === 'left')
      return canRead(viewer === people.author ? at : `${at}/members/${viewer.id}`);
    if (note) return canRead(`${at}/${pathOf[note.noteable_type]}/${note.noteable_id}`);
    if (target_title === null) return canRead(at);
    return canRead(byTitle.get(target_title)?.at ?? '');
  };
  const events = `/users/${people.author.id}/events`;
  for (const query of ['', '?sort=asc', '?target_type=note', '?action=opened'])
    await expectSame(client, events + query, isEventVisible);
}

const index = fc.nat(100);
const change = fc.record({ kind: fc.nat(4), a: index, b: index, c: index });
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;
const pick = <Value>(values: readonly Value[], n: number) => values[n % values.length];

async function make({ kind, a, b, c }: Change): Promise<void> {
  const { root } = forge;
  const project = pick(projects, a);
  const person = people[pick(VIEWERS, b)];
  const ofKind = (name: string) => items.filter(({ at }) => at.includes(`/${name}/`));
  if (kind === 0)
    await root.put(project.at, { visibility_level: pick(Object.values(VISIBILITY), b) });
  if (kind === 1) await setLevel(project, person, pick(LEVELS, c));
  if (kind === 2) {
    const changes = { confidential: c % 2 === 0, assignee_id: person.id };
    await root.put(pick(ofKind('issues'), a).at, changes);
  }
  if (kind === 3) {
    const level = pick(Object.values(VISIBILITY), b);
    await root.put(pick(ofKind('snippets'), a).at, { visibility_level: level });
  }
  if (kind === 4) await people.author.client.post(`${pick(items, a).at}/notes`, { body: 'More' });
}

const [changes = []] = fc.sample(fc.array(change, { minLength: CHANGES, maxLength: CHANGES }), {
  seed: SEED,
  numRuns: 1,
});

it.each(changes.map((it, n) => [n, it, pick(VIEWERS, it.a + n)] as const))(
  'lists what the viewer can read one by one after change %i: %j, for %s',
  async (_, it, viewer) => {
    await make(it);
    await compareAll(people[viewer]);
  },
);
