import { paginated } from '../behaviours/paginated.js';
import { startForge, type Forge } from '../support/app.js';
import { LEVEL, VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { memberView } from '../support/project-views.js';
import { answered } from '../support/expected-responses.js';

let forge: Forge;
let owner: SeededUser;
let project: Resource;
const members: SeededUser[] = [];

beforeAll(async () => {
  forge = await startForge();
  owner = await forge.seed.user();
  project = await forge.seed.project(owner);
  for (const level of [10, 20, 30, 40, 10]) {
    members.unshift(await forge.seed.user());
    await forge.seed.member(project, members[0], level);
  }
});
afterAll(() => forge.close());

describe('GET /projects/:id/members', () => {
  it('returns the members, newest first, without the owner', async () => {
    const levels = [10, 40, 30, 20, 10];
    expect(await owner.client.get(`${project.at}/members`)).toEqual(
      answered(
        200,
        members.map((member, n) => memberView(forge, member, levels[n])),
      ),
    );
  });

  it('returns 404 to users who cannot see the project', async () => {
    const outsider = await forge.seed.user();
    expect(await outsider.client.get(`${project.at}/members`)).toEqual(
      answered(404, { message: '404 Project Not Found' }),
    );
  });

  paginated(() => ({
    client: owner.client,
    path: `${project.at}/members?simple=true`,
    ids: members.map(({ id }) => id),
  }));
});

describe('GET /projects/:id/members/:user_id', () => {
  it('returns the member', async () => {
    const carol = await forge.seed.user();
    const open = await forge.seed.project(owner, { visibility_level: VISIBILITY.public });
    await forge.seed.member(open, carol, LEVEL.developer);
    const outsider = await forge.seed.user();
    expect(await outsider.client.get(`${open.at}/members/${carol.id}`)).toEqual(
      answered(200, memberView(forge, carol, LEVEL.developer)),
    );
  });

  it.each([
    ['the owner', () => owner.id],
    ['somebody else', () => 1],
    ['nobody', () => 'nobody'],
  ])('returns 404 for %s, who is not a member', async (_, id) => {
    expect(await owner.client.get(`${project.at}/members/${id()}`)).toEqual(
      answered(404, { message: '404 Member Not Found' }),
    );
  });
});
