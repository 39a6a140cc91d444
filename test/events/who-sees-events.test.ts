import { startForge, type Forge } from '../support/app.js';
import type { Client } from '../support/client.js';
import { LEVEL, VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';

type Kind = keyof typeof VISIBILITY;
const KINDS: Kind[] = ['private', 'internal', 'public'];

/** The visible events of the author, who joined a project and wrote on two issues. */
const NOTHING: string[] = [];
const OPEN = ['commented on open', 'opened open', 'joined null'];
const ALL = ['commented on confidential', 'opened confidential', ...OPEN];

/** Columns: a private, an internal and a public project. */
const WHO_SEES: [string, string[], string[], string[]][] = [
  ['outsider', NOTHING, OPEN, OPEN],
  ['external', NOTHING, NOTHING, OPEN],
  ['guest', OPEN, OPEN, OPEN],
  ['external guest', OPEN, OPEN, OPEN],
  ['reporter', ALL, ALL, ALL],
  ['developer', ALL, ALL, ALL],
  ['master', ALL, ALL, ALL],
  ['owner', ALL, ALL, ALL],
  ['author', ALL, ALL, ALL],
  ['assignee', NOTHING, ALL, ALL],
  ['administrator', ALL, ALL, ALL],
  ['administrator as outsider', NOTHING, OPEN, OPEN],
  ['administrator as author', ALL, ALL, ALL],
];
const CELLS = WHO_SEES.flatMap(([who, ...told]) =>
  KINDS.map((kind, column) => [who, kind, told[column]] as const),
);

let forge: Forge;
const people: Record<string, SeededUser> = {};
const projects = {} as Record<Kind, Resource>;
/** One author per project, without activity elsewhere. */
const authors = {} as Record<Kind, SeededUser>;

beforeAll(async () => {
  forge = await startForge();
  const { seed } = forge;
  for (const name of ['outsider', 'guest', 'reporter', 'developer', 'master', 'owner']) {
    people[name] = await seed.user({ username: name });
  }
  people['assignee'] = await seed.user({ username: 'assignee' });
  people['external'] = await seed.user({ username: 'external', external: true });
  people['external guest'] = await seed.user({ username: 'external-guest', external: true });
  for (const kind of KINDS) await makeProject(kind);
});
afterAll(() => forge.close());

async function makeProject(kind: Kind): Promise<void> {
  const { seed } = forge;
  const project = await seed.project(people['owner'], { visibility_level: VISIBILITY[kind] });
  const author = await seed.user({ username: `author-${kind}` });
  for (const name of ['guest', 'reporter', 'developer', 'master'] as const) {
    await seed.member(project, people[name], LEVEL[name]);
  }
  await seed.member(project, people['external guest'], LEVEL.guest);
  await seed.member(project, author, LEVEL.guest);
  for (const title of ['open', 'confidential']) {
    const confidential = title === 'confidential';
    const issue = await seed.issue(project, author, { title, confidential });
    await forge.root.put(issue.at, { assignee_id: people['assignee'].id });
    await seed.note(issue, author);
  }
  projects[kind] = project;
  authors[kind] = author;
}

function clientOf(who: string, kind: Kind): Client {
  const person = (name: string) => (name === 'author' ? authors[kind] : people[name]);
  if (who === 'administrator') return forge.root;
  const [, effective] = who.split(' as ');
  return effective === undefined ? person(who).client : forge.root.sudo(person(effective).username);
}

interface Told {
  action_name: string;
  target_title: string | null;
}

describe.each(CELLS)('%s, for events in a %s project', (who, kind, told) => {
  it(`returns and counts ${told.length} events`, async () => {
    const path = `${authors[kind].at}/events`;
    const { body, headers } = await clientOf(who, kind).get<Told[]>(path);
    const seen = body.map(
      ({ action_name, target_title }) => `${action_name} ${String(target_title)}`,
    );
    expect([seen, headers.get('X-Total')]).toEqual([told, String(told.length)]);
  });
});

describe('Visible events', () => {
  it('disappear when the project becomes private and come back when it becomes public', async () => {
    const { client } = people['outsider'];
    const told = async () => (await client.get<Told[]>(`${authors.public.at}/events`)).body.length;
    const before = await told();
    await forge.root.put(projects.public.at, { visibility_level: VISIBILITY.private });
    const hidden = await told();
    await forge.root.put(projects.public.at, { visibility_level: VISIBILITY.public });
    expect([before, hidden, await told()]).toEqual([OPEN.length, 0, OPEN.length]);
  });

  it('do not include a private project that the user has left', async () => {
    const ada = await forge.seed.user();
    await forge.seed.member(projects.private, ada, LEVEL.guest);
    await ada.client.delete(`${projects.private.at}/members/${ada.id}`);
    expect((await ada.client.get(`${ada.at}/events`)).body).toEqual([]);
  });
});
