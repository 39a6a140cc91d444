import {
  clientOf,
  scenesOf,
  enforcesVisibility,
  type Level,
  type Scenes,
  type VisibilityTable,
} from '../behaviours/visibility.js';
import { startForge, type Forge } from '../support/app.js';
import { MERGE_REQUEST } from '../support/noteables.js';
import { LEVEL, VISIBILITY, type SeededUser } from '../support/seed.js';

const GUEST_AND_OWNER = ['of the guest', 'of the owner'];

const VISIBILITY_TABLE: VisibilityTable = [
  ['outsider', null, GUEST_AND_OWNER, GUEST_AND_OWNER],
  ['external', null, null, GUEST_AND_OWNER],
  ['guest', [], GUEST_AND_OWNER, GUEST_AND_OWNER],
  ['reporter', GUEST_AND_OWNER, GUEST_AND_OWNER, GUEST_AND_OWNER],
  ['developer', GUEST_AND_OWNER, GUEST_AND_OWNER, GUEST_AND_OWNER],
  ['master', GUEST_AND_OWNER, GUEST_AND_OWNER, GUEST_AND_OWNER],
  ['owner', GUEST_AND_OWNER, GUEST_AND_OWNER, GUEST_AND_OWNER],
  ['guest who opened one', ['of the guest'], GUEST_AND_OWNER, GUEST_AND_OWNER],
  ['guest who is assigned', ['of the owner'], GUEST_AND_OWNER, GUEST_AND_OWNER],
  ['administrator', GUEST_AND_OWNER, GUEST_AND_OWNER, GUEST_AND_OWNER],
  ['administrator as guest', [], GUEST_AND_OWNER, GUEST_AND_OWNER],
  ['administrator as outsider', null, GUEST_AND_OWNER, GUEST_AND_OWNER],
];
let forge: Forge;
const people: Record<string, SeededUser> = {};
let scenes: Scenes;

beforeAll(async () => {
  forge = await startForge();
  for (const name of ['outsider', 'owner', 'guest', 'reporter', 'developer', 'master']) {
    people[name] = await forge.seed.user();
  }
  people['guest who opened one'] = await forge.seed.user();
  people['guest who is assigned'] = await forge.seed.user();
  people['external'] = await forge.seed.user({ external: true });
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
  const [author, assignee] = [person('guest who opened one'), person('guest who is assigned')];
  await seed.member(project, assignee, LEVEL.guest);
  await seed.member(project, author, LEVEL.developer);
  const made = {
    'of the owner': await seed.mergeRequest(project, person('owner'), {
      ...{ title: 'of the owner', assignee_id: assignee.id },
    }),
    'of the guest': await seed.mergeRequest(project, author, { title: 'of the guest' }),
  };
  await root.put(`${project.at}/members/${author.id}`, { access_level: LEVEL.guest });
  return { project, made };
}

enforcesVisibility(MERGE_REQUEST, VISIBILITY_TABLE, () => ({ forge, people, scenes }));

it.each([
  ['guest', 0],
  ['guest who is assigned', 1],
  ['reporter', 1],
])(
  'shows %s %d events about the merge request of the owner in the private project',
  async (who, count) => {
    const query = { target_type: 'MergeRequest', action: 'opened' };
    const path = `${person('owner').at}/events`;
    const { body } = await clientOf(forge, people, who).get<{ project_id: number }[]>(path, query);
    const inPrivate = body.filter(({ project_id }) => project_id === scenes.private.project.id);
    expect(inPrivate).toHaveLength(count);
  },
);
