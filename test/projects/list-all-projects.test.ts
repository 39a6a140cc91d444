import { paginated } from '../behaviours/paginated.js';
import { startForge, type Forge } from '../support/app.js';
import type { Resource } from '../support/seed.js';
import { viewOf } from '../support/project-views.js';
import { answered } from '../support/expected-responses.js';

describe('GET /projects/all', () => {
  let forge: Forge;
  const made: Resource[] = [];

  beforeAll(async () => {
    forge = await startForge();
    const [alice, bob] = [await forge.seed.user(), await forge.seed.user()];
    for (const owner of [alice, bob, alice, bob, alice]) {
      made.unshift(await forge.seed.project(owner));
    }
  });
  afterAll(() => forge.close());

  it('returns every project to administrators, newest first', async () => {
    const views = made.map(viewOf);
    expect(await forge.root.get('/projects/all')).toEqual(answered(200, views));
  });

  paginated(() => ({
    client: forge.root,
    path: '/projects/all?simple=true',
    ids: made.map(({ id }) => id),
  }));
});
