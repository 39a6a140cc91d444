import {
  scenesOf,
  enforcesVisibility,
  type Level,
  type Scenes,
  type VisibilityTable,
} from '../behaviours/visibility.js';
import { startForge, type Forge } from '../support/app.js';
import { ISSUE } from '../support/noteables.js';
import { LEVEL, VISIBILITY, type SeededUser } from '../support/seed.js';

const OPEN = ['open'];
const ALL = ['confidential', 'open'];

const VISIBILITY_TABLE: VisibilityTable = [
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
let forge: Forge;
const people: Record<string, SeededUser> = {};
let scenes: Scenes;

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
  scenes = await scenesOf(makeProject);
});
afterAll(() => forge.close());

const person = (name: string) => people[name];

async function makeProject(level: Level): Promise<Scenes[Level]> {
  const { seed, root } = forge;
  const project = await seed.project(person('owner'), { visibility_level: VISIBILITY[level] });
  for (const name of ['guest', 'reporter', 'developer', 'master'] as const) {
    await seed.member(project, person(name), LEVEL[name]);
  }
  await seed.member(project, person('external guest'), LEVEL.guest);
  // A guest, because otherwise the author could not write in a private project.
  await seed.member(project, person('author'), LEVEL.guest);
  const open = await seed.issue(project, person('owner'), { title: 'open' });
  const confidential = await seed.issue(project, person('author'), {
    ...{ title: 'confidential', confidential: true },
  });
  await root.put(confidential.at, { assignee_id: person('assignee').id });
  return { project, made: { open, confidential } };
}

enforcesVisibility(ISSUE, VISIBILITY_TABLE, () => ({ forge, people, scenes }));
