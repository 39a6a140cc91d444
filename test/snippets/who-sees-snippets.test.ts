import { startForge, type Forge } from '../support/app.js';
import type { Client } from '../support/client.js';
import { LEVEL, VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { answered } from '../support/views.js';

type Kind = keyof typeof VISIBILITY;
const KINDS: Kind[] = ['private', 'internal', 'public'];

/** What somebody sees of a project: nothing, or its snippets of these levels, newest first. */
type Seen = Kind[] | null;
const PUBLIC: Kind[] = ['public'];
const INTERNAL: Kind[] = ['public', 'internal'];
const ALL: Kind[] = ['public', 'internal', 'private'];

/** Columns: a private, an internal and a public project. */
const WHO_SEES: [string, Seen, Seen, Seen][] = [
  ['outsider', null, INTERNAL, INTERNAL],
  ['external', null, null, PUBLIC],
  ['guest', ALL, ALL, ALL],
  ['external guest', ALL, ALL, ALL],
  ['reporter', ALL, ALL, ALL],
  ['owner', ALL, ALL, ALL],
  ['former', null, ALL, ALL],
  ['administrator', ALL, ALL, ALL],
  ['administrator as outsider', null, INTERNAL, INTERNAL],
  ['administrator as external', null, null, PUBLIC],
];
const CELLS = WHO_SEES.flatMap(([who, ...seen]) =>
  KINDS.map((kind, column) => [who, kind, seen[column] ?? null] as const),
);

let forge: Forge;
const people: Record<string, SeededUser> = {};
const projects = {} as Record<Kind, Resource>;
const snippets = {} as Record<Kind, Record<Kind, Resource>>;

beforeAll(async () => {
  forge = await startForge();
  for (const name of ['outsider', 'guest', 'reporter', 'owner', 'former']) {
    people[name] = await forge.seed.user({ username: name });
  }
  people['external'] = await forge.seed.user({ username: 'external', external: true });
  people['external guest'] = await forge.seed.user({ username: 'guest-e', external: true });
  for (const kind of KINDS) await makeProject(kind);
});
afterAll(() => forge.close());

const person = (name: string) => people[name];

async function makeProject(kind: Kind): Promise<void> {
  const { seed, root } = forge;
  const project = await seed.project(person('owner'), { visibility_level: VISIBILITY[kind] });
  await seed.member(project, person('guest'), LEVEL.guest);
  await seed.member(project, person('external guest'), LEVEL.guest);
  await seed.member(project, person('reporter'), LEVEL.reporter);
  // The author of all of them left the project since.
  await seed.member(project, person('former'), LEVEL.reporter);
  projects[kind] = project;
  snippets[kind] = {} as Record<Kind, Resource>;
  for (const level of KINDS) {
    const given = { title: level, visibility_level: VISIBILITY[level] };
    snippets[kind][level] = await seed.snippet(project, person('former'), given);
  }
  await root.delete(`${project.at}/members/${person('former').id}`);
}

function clientOf(who: string): Client {
  if (who === 'administrator') return forge.root;
  const [caller = '', effective] = who.split(' as ');
  return effective ? forge.root.sudo(person(effective).id) : person(caller).client;
}

const notFound = (thing: string) => answered(404, { message: `404 ${thing} Not Found` });

describe.each(CELLS)('%s in a %s project', (who, kind, seen) => {
  it(`lists and counts ${seen?.join(', ') ?? 'nothing'}`, async () => {
    const answer = await clientOf(who).get<{ title: string }[]>(`${projects[kind].at}/snippets`);
    if (seen === null) {
      expect(answer).toEqual(notFound('Project'));
      return;
    }
    const titles = answer.body.map(({ title }) => title);
    expect([titles, answer.headers.get('X-Total')]).toEqual([seen, String(seen.length)]);
  });

  it.each(KINDS)(
    'gets the %s snippet, its code, notes and awards, if it is seen',
    async (level) => {
      const { at } = snippets[kind][level];
      const answers = [];
      for (const path of ['', '/raw', '/notes', '/award_emoji']) {
        answers.push(await clientOf(who).get(at + path));
      }
      if (seen?.includes(level)) {
        expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      } else {
        const missing = notFound(seen === null ? 'Project' : 'Snippet');
        expect(answers).toEqual([missing, missing, missing, missing]);
      }
    },
  );

  it('writes a note and gives an award wherever a snippet is seen, and nowhere else', async () => {
    const statuses = [];
    for (const level of KINDS) {
      const { at } = snippets[kind][level];
      const { status } = await clientOf(who).post(`${at}/notes`, { body: 'x' });
      const given = await clientOf(who).post<Resource>(`${at}/award_emoji`, { name: 'tada' });
      if (given.status === 201) await forge.root.delete(`${at}/award_emoji/${given.body.id}`);
      statuses.push([status, given.status]);
    }
    const expected = KINDS.map((level) => (seen?.includes(level) ? [201, 201] : [404, 404]));
    expect(statuses).toEqual(expected);
  });
});

it('Events about notes on snippets are seen by who sees the snippet', async () => {
  const writer = await forge.seed.user();
  await forge.seed.member(projects.public, writer, LEVEL.guest);
  for (const level of KINDS) await forge.seed.note(snippets.public[level], writer, { body: level });
  const seenBy = async (who: string) => {
    const query = { action: 'commented on' };
    const path = `${writer.at}/events`;
    const { body } = await clientOf(who).get<{ note: { body: string } }[]>(path, query);
    return body.map(({ note }) => note.body);
  };
  expect(await seenBy('external')).toEqual(PUBLIC);
  expect(await seenBy('outsider')).toEqual(INTERNAL);
  expect(await seenBy('guest')).toEqual(ALL);
});
