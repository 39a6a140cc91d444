import { startForge, type Forge } from '../support/app.js';
import type { Client } from '../support/client.js';
import { LEVEL, VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { answered } from '../support/views.js';

type Kind = keyof typeof VISIBILITY;
const KINDS: Kind[] = ['private', 'internal', 'public'];

/** What somebody sees of a project: nothing, or these of its issues. */
const OPEN = ['open'];
const ALL = ['confidential', 'open'];
type Seen = string[] | null;

/** Columns: a private, an internal and a public project. */
const WHO_SEES: [string, Seen, Seen, Seen][] = [
  ['outsider', null, OPEN, OPEN],
  ['external', null, null, OPEN],
  ['guest', OPEN, OPEN, OPEN],
  ['external guest', OPEN, OPEN, OPEN],
  ['reporter', ALL, ALL, ALL],
  ['developer', ALL, ALL, ALL],
  ['master', ALL, ALL, ALL],
  ['owner', ALL, ALL, ALL],
  ['author', ALL, ALL, ALL],
  ['assignee', null, ALL, ALL],
  ['administrator', ALL, ALL, ALL],
  ['administrator as outsider', null, OPEN, OPEN],
  ['administrator as author', ALL, ALL, ALL],
  ['other administrator as reporter', ALL, ALL, ALL],
];
const CELLS = WHO_SEES.flatMap(([who, ...seen]) =>
  KINDS.map((kind, column) => [who, kind, seen[column] ?? null] as const),
);

let forge: Forge;
const people: Record<string, SeededUser> = {};
const projects = {} as Record<Kind, Resource>;
const issues = {} as Record<Kind, Record<string, Resource>>;

beforeAll(async () => {
  forge = await startForge();
  const { seed } = forge;
  for (const name of ['outsider', 'guest', 'reporter', 'developer', 'master', 'owner']) {
    people[name] = await seed.user({ username: name });
  }
  people['author'] = await seed.user({ username: 'author' });
  people['assignee'] = await seed.user({ username: 'assignee' });
  people['external'] = await seed.user({ username: 'external', external: true });
  people['external guest'] = await seed.user({ username: 'external-guest', external: true });
  people['other administrator'] = await seed.admin();
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
  await seed.member(project, person('external guest'), LEVEL.guest);
  // The author is a guest, as otherwise he could not write in a private project.
  await seed.member(project, person('author'), LEVEL.guest);
  projects[kind] = project;
  issues[kind] = {
    open: await seed.issue(project, person('owner'), { title: 'open' }),
    confidential: await seed.issue(project, person('author'), {
      ...{ title: 'confidential', confidential: true },
    }),
  };
  const assignee_id = person('assignee').id;
  await root.put(issues[kind]['confidential']?.at ?? '', { assignee_id });
}

function clientOf(who: string): Client {
  if (who === 'administrator') return forge.root;
  const [caller = '', effective] = who.split(' as ');
  if (effective === undefined) return person(who).client;
  const client = caller === 'administrator' ? forge.root : person(caller).client;
  return client.sudo(person(effective).id);
}

const notFound = (thing: string) => answered(404, { message: `404 ${thing} Not Found` });

describe.each(CELLS)('%s in a %s project', (who, kind, seen) => {
  it(`lists and counts ${seen?.join(' and ') ?? 'nothing'}`, async () => {
    const answer = await clientOf(who).get<{ title: string }[]>(`${projects[kind].at}/issues`);
    if (seen === null) {
      expect(answer).toEqual(notFound('Project'));
      return;
    }
    const titles = answer.body.map(({ title }) => title);
    expect([titles, answer.headers.get('X-Total')]).toEqual([seen, String(seen.length)]);
  });

  it.each(['open', 'confidential'])(
    'gets the %s issue, and its notes, if it is seen',
    async (title) => {
      const at = issues[kind][title]?.at ?? '';
      const client = clientOf(who);
      const answers = [await client.get(at), await client.get(`${at}/notes`)];
      if (seen?.includes(title)) {
        expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      } else {
        const missing = notFound(seen === null ? 'Project' : 'Issue');
        expect(answers).toEqual([missing, missing]);
      }
    },
  );

  it('writes a note wherever an issue is seen, and nowhere else', async () => {
    const statuses = [];
    for (const title of ['confidential', 'open']) {
      const path = `${issues[kind][title]?.at ?? ''}/notes`;
      statuses.push((await clientOf(who).post(path, { body: 'x' })).status);
    }
    const expected = ['confidential', 'open'].map((title) => (seen?.includes(title) ? 201 : 404));
    expect(statuses).toEqual(expected);
  });
});
