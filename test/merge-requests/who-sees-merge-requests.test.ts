import { startForge, type Forge } from '../support/app.js';
import type { Client } from '../support/client.js';
import { LEVEL, VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { answered } from '../support/views.js';

type Kind = keyof typeof VISIBILITY;
const KINDS: Kind[] = ['private', 'internal', 'public'];

/** What somebody sees of a project: nothing, or these of its merge requests, newest first. */
type Seen = string[] | null;
const BOTH = ['of the guest', 'of the owner'];

/** Columns: a private, an internal and a public project. */
const WHO_SEES: [string, Seen, Seen, Seen][] = [
  ['outsider', null, BOTH, BOTH],
  ['external', null, null, BOTH],
  ['guest', [], BOTH, BOTH],
  ['reporter', BOTH, BOTH, BOTH],
  ['developer', BOTH, BOTH, BOTH],
  ['master', BOTH, BOTH, BOTH],
  ['owner', BOTH, BOTH, BOTH],
  ['guest who opened one', ['of the guest'], BOTH, BOTH],
  ['guest who is assigned', ['of the owner'], BOTH, BOTH],
  ['administrator', BOTH, BOTH, BOTH],
  ['administrator as guest', [], BOTH, BOTH],
  ['administrator as outsider', null, BOTH, BOTH],
];
const CELLS = WHO_SEES.flatMap(([who, ...seen]) =>
  KINDS.map((kind, column) => [who, kind, seen[column] ?? null] as const),
);

let forge: Forge;
const people: Record<string, SeededUser> = {};
const projects = {} as Record<Kind, Resource>;
const made = {} as Record<Kind, Record<string, Resource>>;

beforeAll(async () => {
  forge = await startForge();
  for (const name of ['outsider', 'owner', 'guest', 'reporter', 'developer', 'master']) {
    people[name] = await forge.seed.user();
  }
  people['guest who opened one'] = await forge.seed.user();
  people['guest who is assigned'] = await forge.seed.user();
  people['external'] = await forge.seed.user({ external: true });
  for (const kind of KINDS) await makeProject(kind);
});
afterAll(() => forge.close());

const person = (name: string) => people[name];

async function makeProject(kind: Kind): Promise<void> {
  const { seed, root } = forge;
  const project = await seed.project(person('owner'), { visibility_level: VISIBILITY[kind] });
  for (const name of ['guest', 'reporter', 'developer', 'master'] as const) {
    await seed.member(project, person(name), LEVEL[name]);
  }
  const [author, assignee] = [person('guest who opened one'), person('guest who is assigned')];
  await seed.member(project, assignee, LEVEL.guest);
  await seed.member(project, author, LEVEL.developer);
  projects[kind] = project;
  made[kind] = {
    'of the owner': await seed.mergeRequest(project, person('owner'), {
      ...{ title: 'of the owner', assignee_id: assignee.id },
    }),
    'of the guest': await seed.mergeRequest(project, author, { title: 'of the guest' }),
  };
  await root.put(`${project.at}/members/${author.id}`, { access_level: LEVEL.guest });
}

function clientOf(who: string): Client {
  if (who === 'administrator') return forge.root;
  const [caller = '', effective] = who.split(' as ');
  return effective ? forge.root.sudo(person(effective).id) : person(caller).client;
}

const notFound = (thing: string) => answered(404, { message: `404 ${thing} Not Found` });

describe.each(CELLS)('%s in a %s project', (who, kind, seen) => {
  it(`lists and counts ${seen?.join(' and ') ?? 'nothing'}`, async () => {
    const path = `${projects[kind].at}/merge_requests`;
    const answer = await clientOf(who).get<{ title: string }[]>(path);
    if (seen === null) {
      expect(answer).toEqual(notFound('Project'));
      return;
    }
    const titles = answer.body.map(({ title }) => title);
    expect([titles, answer.headers.get('X-Total')]).toEqual([seen, String(seen.length)]);
  });

  it.each(BOTH)('gets the one %s, its notes and awards, if it is seen', async (title) => {
    const at = made[kind][title]?.at ?? '';
    const answers = [];
    for (const path of ['', '/notes', '/award_emoji']) {
      answers.push(await clientOf(who).get(at + path));
    }
    if (seen?.includes(title)) {
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    } else {
      const missing = notFound(seen === null ? 'Project' : 'Merge Request');
      expect(answers).toEqual([missing, missing, missing]);
    }
  });

  it('writes a note wherever one is seen, and nowhere else', async () => {
    const statuses = [];
    for (const title of BOTH) {
      const path = `${made[kind][title]?.at ?? ''}/notes`;
      statuses.push((await clientOf(who).post(path, { body: 'x' })).status);
    }
    expect(statuses).toEqual(BOTH.map((title) => (seen?.includes(title) ? 201 : 404)));
  });
});

it.each([
  ['guest', 0],
  ['guest who is assigned', 1],
  ['reporter', 1],
])('%s sees %d events about that of the owner in the private project', async (who, count) => {
  const query = { target_type: 'MergeRequest', action: 'opened' };
  const path = `${person('owner').at}/events`;
  const { body } = await clientOf(who).get<{ project_id: number }[]>(path, query);
  const inPrivate = body.filter(({ project_id }) => project_id === projects.private.id);
  expect(inPrivate).toHaveLength(count);
});
