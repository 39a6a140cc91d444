import { startForge, type Forge } from '../support/app.js';
import { LEVEL, type Resource, type SeededUser } from '../support/seed.js';
import { memberView } from '../support/project-views.js';
import { answered } from '../support/expected-responses.js';

describe('PUT /projects/:id/members/:user_id', () => {
  let forge: Forge;
  let owner: SeededUser;
  let ada: SeededUser;
  let project: Resource;

  beforeAll(async () => {
    forge = await startForge();
    [owner, ada] = [await forge.seed.user({ projects_limit: 100 }), await forge.seed.user()];
  });
  beforeEach(async () => {
    project = await forge.seed.project(owner);
    await forge.seed.member(project, ada, LEVEL.guest);
  });
  afterAll(() => forge.close());

  const update = (given: object, by = owner, who: number | string = ada.id) =>
    by.client.put(`${project.at}/members/${who}`, given);

  it('returns 200 and the member with the new level', async () => {
    expect(await update({ access_level: LEVEL.master })).toEqual(
      answered(200, memberView(forge, ada, LEVEL.master)),
    );
  });

  it('takes effect at once', async () => {
    await update({ access_level: LEVEL.master });
    expect((await update({ access_level: LEVEL.developer }, ada)).status).toBe(200);
    expect((await update({ access_level: LEVEL.developer }, ada)).status).toBe(403);
  });

  it('takes the user from the path, whatever the body says', async () => {
    expect((await update({ user_id: owner.id, access_level: 20 })).body).toEqual(
      memberView(forge, ada, 20),
    );
  });

  it.each([
    [{}, 'is missing'],
    [{ access_level: 50 }, 'does not have a valid value'],
    [{ access_level: [10] }, 'does not have a valid value'],
  ])('returns 400 for %j', async (given, problem) => {
    expect(await update(given)).toEqual(answered(400, { message: { access_level: [problem] } }));
  });

  it.each([
    ['the owner', () => owner.id],
    ['nobody', () => 999_999],
    ['a name', () => 'ada'],
  ])('returns 404 for %s, who is not a member', async (_, id) => {
    expect(await update({ access_level: 10 }, owner, id())).toEqual(
      answered(404, { message: '404 Member Not Found' }),
    );
  });

  it('returns 403 to members below master, before it validates the parameters', async () => {
    expect(await update({}, ada, 999_999)).toEqual(answered(403, { message: '403 Forbidden' }));
  });
});
