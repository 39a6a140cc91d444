import { paginated } from '../behaviours/paginated.js';
import { startForge, type Forge } from '../support/app.js';
import { LEVEL, VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { projectView } from '../support/project-views.js';
import { answered } from '../support/expected-responses.js';

describe('GET /projects', () => {
  let forge: Forge;
  let alice: SeededUser;
  let bob: SeededUser;
  let carol: SeededUser;
  let own: Resource;
  let shared: Resource;
  const ofCarol: Resource[] = [];

  beforeAll(async () => {
    forge = await startForge();
    [alice, bob] = [await forge.seed.user(), await forge.seed.user()];
    own = await forge.seed.project(alice, { name: 'Own', path: 'own' });
    shared = await forge.seed.project(bob, { name: 'Shared', path: 'shared' });
    await forge.seed.project(bob, { visibility_level: VISIBILITY.public });
    await forge.seed.member(shared, alice, LEVEL.guest);
    carol = await forge.seed.user();
    for (let n = 0; n < 5; n++) ofCarol.unshift(await forge.seed.project(carol));
  });
  afterAll(() => forge.close());

  const views = () => [
    projectView(forge, bob, { id: shared.id, name: 'Shared', path: 'shared' }),
    projectView(forge, alice, { id: own.id, name: 'Own', path: 'own' }),
  ];

  it('returns the projects that the caller owns or is a member of, newest first', async () => {
    expect(await alice.client.get('/projects')).toEqual(answered(200, views()));
  });

  it('counts only those', async () => {
    const { headers } = await alice.client.get('/projects');
    expect(headers.get('X-Total')).toBe('2');
  });

  it('returns only the projects of the administrator to administrators', async () => {
    expect(await forge.root.get('/projects')).toEqual(answered(200, []));
  });

  it('returns the projects of the user of sudo', async () => {
    expect(await forge.root.sudo(alice.id).get('/projects')).toEqual(answered(200, views()));
  });

  paginated(() => ({
    client: carol.client,
    path: '/projects?simple=true',
    ids: ofCarol.map(({ id }) => id),
  }));
});
