import { paginated } from '../behaviours/paginated.js';
import { startForge, type Forge } from '../support/app.js';
import { LEVEL, VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { viewOf } from '../support/project-views.js';
import { answered } from '../support/expected-responses.js';

describe('GET /projects/visible', () => {
  let forge: Forge;
  let owner: SeededUser;
  let outsider: SeededUser;
  let member: SeededUser;
  let external: SeededUser;
  let externalMember: SeededUser;
  let projects: Record<string, Resource>;

  beforeAll(async () => {
    forge = await startForge();
    const { seed } = forge;
    [owner, outsider, member] = [await seed.user(), await seed.user(), await seed.user()];
    external = await seed.user({ external: true });
    externalMember = await seed.user({ external: true });
    projects = {
      private: await seed.project(owner, { visibility_level: VISIBILITY.private }),
      internal: await seed.project(owner, { visibility_level: VISIBILITY.internal }),
      public: await seed.project(owner, { visibility_level: VISIBILITY.public }),
    };
    await seed.member(projects['private'], member, LEVEL.guest);
    await seed.member(projects['internal'], externalMember, LEVEL.guest);
  });
  afterAll(() => forge.close());

  it.each([
    ['an outsider', () => outsider.client, ['public', 'internal']],
    ['an external user', () => external.client, ['public']],
    ['an external user who is a member', () => externalMember.client, ['public', 'internal']],
    ['a member', () => member.client, ['public', 'internal', 'private']],
    ['the owner', () => owner.client, ['public', 'internal', 'private']],
    ['an administrator', () => forge.root, ['public', 'internal', 'private']],
    [
      'an administrator who acts as an outsider',
      () => forge.root.sudo(outsider.id),
      ['public', 'internal'],
    ],
  ])(
    'returns and counts exactly the visible projects for %s, newest first',
    async (_, client, names) => {
      const answer = await client().get('/projects/visible');
      expect(answer).toEqual(
        answered(
          200,
          names.map((name) => viewOf(projects[name])),
        ),
      );
      expect(answer.headers.get('X-Total')).toBe(String(names.length));
    },
  );
});

describe('GET /projects/visible, as every list', () => {
  let forge: Forge;
  let outsider: SeededUser;
  const made: Resource[] = [];

  beforeAll(async () => {
    forge = await startForge();
    outsider = await forge.seed.user();
    const owner = await forge.seed.user();
    for (let n = 0; n < 5; n++) {
      made.unshift(await forge.seed.project(owner, { visibility_level: VISIBILITY.internal }));
    }
  });
  afterAll(() => forge.close());

  paginated(() => ({
    client: outsider.client,
    path: '/projects/visible?simple=true',
    ids: made.map(({ id }) => id),
  }));
});
