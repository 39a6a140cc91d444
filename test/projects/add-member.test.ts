import { startForge, type Forge } from '../support/app.js';
import { LEVEL, type Resource, type SeededUser } from '../support/seed.js';
import { memberView } from '../support/project-views.js';
import { answered } from '../support/expected-responses.js';

describe('POST /projects/:id/members', () => {
  let forge: Forge;
  let owner: SeededUser;
  let ada: SeededUser;
  let project: Resource;

  beforeAll(async () => {
    forge = await startForge();
    owner = await forge.seed.user({ projects_limit: 1_000 });
  });
  beforeEach(async () => {
    ada = await forge.seed.user();
    project = await forge.seed.project(owner);
  });
  afterAll(() => forge.close());

  const add = (given: object, by = owner) => by.client.post(`${project.at}/members`, given);

  it.each(Object.values(LEVEL).slice(0, 4))(
    'returns 201 and the member with level %i',
    async (access_level) => {
      expect(await add({ user_id: ada.id, access_level })).toEqual(
        answered(201, memberView(forge, ada, access_level)),
      );
    },
  );

  it('gives the new member access', async () => {
    await add({ user_id: String(ada.id), access_level: '10' });
    expect((await ada.client.get(project.at)).status).toBe(200);
  });

  it('reads a form', async () => {
    const form = new URLSearchParams({ user_id: String(ada.id), access_level: '20' });
    expect(await add(form)).toEqual(answered(201, memberView(forge, ada, 20)));
  });

  it('takes the project from the path, whatever the body says', async () => {
    const other = await forge.seed.project(owner);
    await add({ id: other.id, user_id: ada.id, access_level: 10 });
    const { body } = await owner.client.get(`${other.at}/members`);
    expect(body).toEqual([]);
  });

  it.each<[object, object]>([
    [{}, { user_id: ['is missing'], access_level: ['is missing'] }],
    [{ access_level: 10 }, { user_id: ['is missing'] }],
    [{ user_id: 'ada', access_level: 10 }, { user_id: ['is invalid'] }],
    [{ user_id: [1], access_level: 10 }, { user_id: ['is invalid'] }],
    [{ user_id: 0, access_level: 10 }, { user_id: ['must be greater than or equal to 1'] }],
    ...[0, 5, 15, 50, 60, 'guest', null, true].map((access_level): [object, object] => [
      { user_id: 1, access_level },
      { access_level: ['does not have a valid value'] },
    ]),
  ])('returns 400 for %j', async (given, message) => {
    expect(await add(given)).toEqual(answered(400, { message }));
  });

  it('returns 404 for an unknown user', async () => {
    expect(await add({ user_id: 999_999, access_level: 10 })).toEqual(
      answered(404, { message: '404 User Not Found' }),
    );
  });

  it('returns 409 for a member and keeps the level', async () => {
    await add({ user_id: ada.id, access_level: 10 });
    expect(await add({ user_id: ada.id, access_level: 40 })).toEqual(
      answered(409, { message: 'Already exists' }),
    );
    expect((await owner.client.get(`${project.at}/members/${ada.id}`)).body).toEqual(
      memberView(forge, ada, 10),
    );
  });

  it('returns 409 for the owner', async () => {
    expect(await add({ user_id: owner.id, access_level: 10 })).toEqual(
      answered(409, { message: 'Already exists' }),
    );
  });

  it('adds once for 5 concurrent requests', async () => {
    const given = { user_id: ada.id, access_level: 10 };
    const tries = await Promise.all([1, 2, 3, 4, 5].map(() => add(given)));
    expect(tries.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  });

  it('returns 403 to members below master, before it validates the parameters', async () => {
    const [master, developer] = [await forge.seed.user(), await forge.seed.user()];
    await forge.seed.member(project, master, LEVEL.master);
    await forge.seed.member(project, developer, LEVEL.developer);
    expect(await add({}, developer)).toEqual(answered(403, { message: '403 Forbidden' }));
    expect((await add({ user_id: ada.id, access_level: 40 }, master)).status).toBe(201);
  });
});
