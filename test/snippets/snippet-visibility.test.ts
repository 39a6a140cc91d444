import {
  clientOf,
  LEVELS,
  scenesOf,
  enforcesVisibility,
  type Level,
  type Scenes,
  type VisibilityTable,
} from '../behaviours/visibility.js';
import { startForge, type Forge } from '../support/app.js';
import { SNIPPET } from '../support/noteables.js';
import { LEVEL, VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';

const PUBLIC: Level[] = ['public'];
const INTERNAL: Level[] = ['public', 'internal'];
const ALL: Level[] = ['public', 'internal', 'private'];

const VISIBILITY_TABLE: VisibilityTable = [
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
let forge: Forge;
const people: Record<string, SeededUser> = {};
let scenes: Scenes;

beforeAll(async () => {
  forge = await startForge();
  for (const name of ['outsider', 'guest', 'reporter', 'owner', 'former']) {
    people[name] = await forge.seed.user({ username: name });
  }
  people['external'] = await forge.seed.user({ username: 'external', external: true });
  people['external guest'] = await forge.seed.user({ username: 'guest-e', external: true });
  scenes = await scenesOf(makeProject);
});
afterAll(() => forge.close());

const person = (name: string) => people[name];

async function makeProject(of: Level): Promise<Scenes[Level]> {
  const { seed, root } = forge;
  const project = await seed.project(person('owner'), { visibility_level: VISIBILITY[of] });
  await seed.member(project, person('guest'), LEVEL.guest);
  await seed.member(project, person('external guest'), LEVEL.guest);
  await seed.member(project, person('reporter'), LEVEL.reporter);
  // The author of all snippets; leaves the project below.
  await seed.member(project, person('former'), LEVEL.reporter);
  const made: Record<string, Resource> = {};
  for (const level of LEVELS) {
    const given = { title: level, visibility_level: VISIBILITY[level] };
    made[level] = await seed.snippet(project, person('former'), given);
  }
  await root.delete(`${project.at}/members/${person('former').id}`);
  return { project, made };
}

enforcesVisibility(SNIPPET, VISIBILITY_TABLE, () => ({ forge, people, scenes }), ['/raw']);

it('shows events about notes on a snippet to users who see the snippet', async () => {
  const writer = await forge.seed.user();
  await forge.seed.member(scenes.public.project, writer, LEVEL.guest);
  for (const level of LEVELS)
    await forge.seed.note(scenes.public.made[level], writer, { body: level });
  const seenBy = async (who: string) => {
    const query = { action: 'commented on' };
    const path = `${writer.at}/events`;
    const { body } = await clientOf(forge, people, who).get<{ note: { body: string } }[]>(
      path,
      query,
    );
    return body.map(({ note }) => note.body);
  };
  expect(await seenBy('external')).toEqual(PUBLIC);
  expect(await seenBy('outsider')).toEqual(INTERNAL);
  expect(await seenBy('guest')).toEqual(ALL);
});
