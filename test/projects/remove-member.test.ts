import { startForge, type Forge } from '../support/app.js';
import { LEVEL, type Resource, type SeededUser } from '../support/seed.js';
import { memberView } from '../support/project-views.js';
import { answered } from '../support/expected-responses.js';

describe('DELETE /projects/:id/members/:user_id', () => {
  let forge: Forge;
  let owner: SeededUser;
  let ada: SeededUser;
  let bob: SeededUser;
  let project: Resource;

  beforeAll(async () => {
    forge = await startForge();
    owner = await forge.seed.user({ projects_limit: 100 });
    [ada, bob] = [await forge.seed.user(), await forge.seed.user()];
  });
  beforeEach(async () => {
    project = await forge.seed.project(owner);
    await forge.seed.member(project, ada, LEVEL.reporter);
    await forge.seed.member(project, bob, LEVEL.developer);
  });
  afterAll(() => forge.close());

  const remove = (by: SeededUser, who: { id: number }) =>
    by.client.delete(`${project.at}/members/${who.id}`);
  const notFound = (resourceName: string) =>
    answered(404, { message: `404 ${resourceName} Not Found` });

  it('returns 200 and the removed member, then 404', async () => {
    expect(await remove(owner, ada)).toEqual(answered(200, memberView(forge, ada, LEVEL.reporter)));
    expect(await remove(owner, ada)).toEqual(notFound('Member'));
  });

  it('removes the access at once', async () => {
    await remove(owner, ada);
    expect(await ada.client.get(project.at)).toEqual(notFound('Project'));
  });

  it('lets members remove themselves', async () => {
    expect((await remove(ada, ada)).status).toBe(200);
  });

  it('lets a former member be added again', async () => {
    await remove(ada, ada);
    await forge.seed.member(project, ada, LEVEL.guest);
    expect((await ada.client.get(project.at)).status).toBe(200);
  });

  it('returns 403 to members below master if it is about others', async () => {
    const refused = answered(403, { message: '403 Forbidden' });
    expect(await remove(bob, ada)).toEqual(refused);
    expect(await remove(bob, { id: 999_999 })).toEqual(refused);
    await owner.client.put(`${project.at}/members/${bob.id}`, { access_level: LEVEL.master });
    expect((await remove(bob, ada)).status).toBe(200);
  });

  it('returns 404 for the owner, who is not a member', async () => {
    expect(await remove(owner, owner)).toEqual(notFound('Member'));
  });

  it('removes once for 5 concurrent requests', async () => {
    const tries = await Promise.all([1, 2, 3, 4, 5].map(() => remove(owner, ada)));
    expect(tries.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
  });
});
