import { startForge, type Forge } from '../support/app.js';
import { LEVEL, type Resource, type SeededUser } from '../support/seed.js';

interface Note {
  body: string;
  system: boolean;
}

let forge: Forge;
let owner: SeededUser;
let ada: SeededUser;
let bob: SeededUser;
let project: Resource;
beforeAll(async () => {
  forge = await startForge();
  [owner, ada, bob] = [
    await forge.seed.user(),
    await forge.seed.user({ username: 'ada' }),
    await forge.seed.user({ username: 'bob' }),
  ];
  project = await forge.seed.project(owner);
  for (const user of [ada, bob]) await forge.seed.member(project, user, LEVEL.reporter);
});
afterAll(() => forge.close());

describe.each([
  ['issue', () => forge.seed.issue(project, owner)],
  ['merge request', () => forge.seed.mergeRequest(project, owner)],
])('a change of the assignee: %s', (_, make) => {
  let at: string;
  beforeEach(async () => {
    ({ at } = await make());
  });

  const assign = (user: SeededUser | null) => owner.client.put(at, { assignee_id: user?.id ?? 0 });
  const noteBodies = async () => {
    const { body } = await owner.client.get<Note[]>(`${at}/notes`);
    expect(body.every(({ system }) => system)).toBe(true);
    return body.map((note) => note.body);
  };

  it('creates a system note, also from one user to another', async () => {
    await assign(ada);
    await assign(bob);
    await assign(ada);
    expect(await noteBodies()).toEqual([
      'assigned to @ada',
      'assigned to @bob',
      'assigned to @ada',
    ]);
  });

  it('creates no note if the assignee stays the same', async () => {
    await assign(bob);
    await assign(bob);
    await owner.client.put(at, { assignee_id: bob.id, description: 'More' });
    expect(await noteBodies()).toEqual(['assigned to @bob']);
  });
});
