import { startForge, type Forge } from '../support/app.js';
import type { Client } from '../support/client.js';
import { LEVEL, VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';

type Kind = keyof typeof VISIBILITY;
const KINDS: Kind[] = ['private', 'internal', 'public'];

/** The visible events of the author, who joined a project and wrote on two issues. */
const NONE: string[] = [];
const JOINED = 'joined null';
const OPEN = ['commented on open', 'opened open'];
const ALL = ['commented on confidential', 'opened confidential', ...OPEN];
/** What members see besides: who joined. */
const MEMBER_OPEN = [...OPEN, JOINED];
const MEMBER_ALL = [...ALL, JOINED];

/** Columns: a private, an internal and a public project. */
const VISIBILITY_TABLE: [string, string[], string[], string[]][] = [
  ['outsider', NONE, OPEN, OPEN],
  ['external', NONE, NONE, OPEN],
  ['guest', MEMBER_OPEN, MEMBER_OPEN, MEMBER_OPEN],
  ['external guest', MEMBER_OPEN, MEMBER_OPEN, MEMBER_OPEN],
  ['reporter', MEMBER_ALL, MEMBER_ALL, MEMBER_ALL],
  ['developer', MEMBER_ALL, MEMBER_ALL, MEMBER_ALL],
  ['master', MEMBER_ALL, MEMBER_ALL, MEMBER_ALL],
  ['owner', MEMBER_ALL, MEMBER_ALL, MEMBER_ALL],
  ['author', MEMBER_ALL, MEMBER_ALL, MEMBER_ALL],
  ['assignee', NONE, ALL, ALL],
  ['administrator', MEMBER_ALL, MEMBER_ALL, MEMBER_ALL],
  ['administrator as outsider', NONE, OPEN, OPEN],
  ['administrator as author', MEMBER_ALL, MEMBER_ALL, MEMBER_ALL],
];
const CASES = VISIBILITY_TABLE.flatMap(([who, ...visible]) =>
  KINDS.map((kind, column) => [who, kind, visible[column]] as const),
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

interface EventBody {
  action_name: string;
  target_title: string | null;
}

describe.each(CASES)('%s, for events in a %s project', (who, kind, visible) => {
  it(`returns and counts ${visible.length} events`, async () => {
    const path = `${authors[kind].at}/events`;
    const { body, headers } = await clientOf(who, kind).get<EventBody[]>(path);
    const returned = body.map(
      ({ action_name, target_title }) => `${action_name} ${String(target_title)}`,
    );
    expect([returned, headers.get('X-Total')]).toEqual([visible, String(visible.length)]);
  });
});

describe('Visible events', () => {
  it('do not let strangers write on the page of a user by adding the user to a project', async () => {
    const [eve, bob] = [await forge.seed.user(), await forge.seed.user()];
    const trap = await forge.seed.project(eve, { visibility_level: VISIBILITY.public });
    await forge.seed.member(trap, bob, LEVEL.guest);
    await eve.client.delete(`${trap.at}/members/${bob.id}`);
    const seenBy = async (client: Client) => {
      const { body, headers } = await client.get<EventBody[]>(`${bob.at}/events`);
      return [body.map(({ action_name }) => action_name), headers.get('X-Total')];
    };
    expect(await seenBy(people['outsider'].client)).toEqual([[], '0']);
    const both = [['left', 'joined'], '2'];
    for (const client of [bob.client, eve.client, forge.root])
      expect(await seenBy(client)).toEqual(both);
    const page = await fetch(`${forge.url}/${bob.username}`);
    expect(await page.text()).toContain('No contributions yet.');
  });

  it('disappear when the project becomes private and come back when it becomes public', async () => {
    const { client } = people['outsider'];
    const countVisible = async () =>
      (await client.get<EventBody[]>(`${authors.public.at}/events`)).body.length;
    const before = await countVisible();
    await forge.root.put(projects.public.at, { visibility_level: VISIBILITY.private });
    const hidden = await countVisible();
    await forge.root.put(projects.public.at, { visibility_level: VISIBILITY.public });
    expect([before, hidden, await countVisible()]).toEqual([OPEN.length, 0, OPEN.length]);
  });

  it('do not include a private project that the user has left', async () => {
    const ada = await forge.seed.user();
    await forge.seed.member(projects.private, ada, LEVEL.guest);
    await ada.client.delete(`${projects.private.at}/members/${ada.id}`);
    expect((await ada.client.get(`${ada.at}/events`)).body).toEqual([]);
  });
});
