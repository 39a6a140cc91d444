import { startForge, type Forge } from '../support/app.js';
import { LEVEL, VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { projectView, viewOf } from '../support/project-views.js';
import { answered } from '../support/expected-responses.js';

describe('PUT /projects/:id', () => {
  let forge: Forge;
  let ada: SeededUser;
  let bob: SeededUser;
  let project: Resource;
  let shown: object;

  beforeAll(async () => {
    forge = await startForge();
    [ada, bob] = [await forge.seed.user({ projects_limit: 1_000 }), await forge.seed.user()];
  });
  beforeEach(async () => {
    project = await forge.seed.project(ada, { description: 'Mill and store' });
    shown = viewOf(project);
  });
  afterAll(() => forge.close());

  const update = (given: object) => ada.client.put(project.at, given);

  it('returns 200 and the project with every given field', async () => {
    const given = {
      name: 'New',
      path: `new-${project.id}`,
      description: 'D',
      visibility_level: 20,
    };
    expect(await update(given)).toEqual(
      answered(200, projectView(forge, ada, { id: project.id, public: true, ...given })),
    );
  });

  it('stores what it returned', async () => {
    const { body } = await update({ name: 'Kept', visibility_level: VISIBILITY.internal });
    expect(await ada.client.get(project.at)).toEqual(answered(200, body));
  });

  it.each([
    ['nothing', {}, {}],
    ['null', { name: null, path: null, visibility_level: null }, {}],
    ['what it does not know', { id: 1, owner: 1, creator_id: 1, created_at: 'x' }, {}],
    ['a description', { description: 'Other' }, { description: 'Other' }],
    ['an empty description', { description: '' }, { description: null }],
    ['no description', { description: null }, { description: null }],
    [
      'public, the historic name of a level',
      { public: true },
      { visibility_level: 20, public: true },
    ],
    ['not the level if public is false', { public: false }, {}],
    [
      'the level rather than public',
      { public: true, visibility_level: 10 },
      { visibility_level: 10 },
    ],
    ['a visibility level as text', { visibility_level: '10' }, { visibility_level: 10 }],
  ])('changes only what is given: %s', async (_, given, changes) => {
    expect(await update(given)).toEqual(answered(200, { ...shown, ...changes }));
  });

  it('accepts its own path', async () => {
    expect(await update({ path: project['path'] })).toEqual(answered(200, shown));
  });

  it('moves it to a new path and frees the old one', async () => {
    const path = `moved-${project.id}`;
    await update({ path });
    const [old, now] = [project['path'] as string, path].map((name) =>
      ada.client.get(`/projects/${ada.username}%2F${name}`),
    );
    expect([(await old)?.status, (await now)?.status]).toEqual([404, 200]);
  });

  it.each([
    [{ name: '' }, { name: ["can't be blank"] }],
    [{ name: '\u00ad' }, { name: ["can't be blank"] }],
    [{ name: 'a\r\nb' }, { name: ['should be a single line'] }],
    [{ path: 'a b', visibility_level: 1 }, null],
    [{ path: 'TAKEN' }, { path: ['has already been taken'] }],
    [{ description: {} }, { description: ['is invalid'] }],
  ])('returns 400 for %j', async (given, message) => {
    if ('path' in given && given.path === 'TAKEN')
      await ada.client.post('/projects', { name: 'x', path: 'Taken' });
    const both = { path: ['is invalid'], visibility_level: ['does not have a valid value'] };
    expect(await update(given)).toEqual(answered(400, { message: message ?? both }));
    expect((await ada.client.get(project.at)).body).toEqual(shown);
  });

  it('returns 403 to masters, before it validates the parameters', async () => {
    await forge.seed.member(project, bob, LEVEL.master);
    expect(await bob.client.put(project.at, { name: '' })).toEqual(
      answered(403, { message: '403 Forbidden' }),
    );
  });

  it('returns 404 to users who cannot see it', async () => {
    expect(await bob.client.put(project.at, { name: '' })).toEqual(
      answered(404, { message: '404 Project Not Found' }),
    );
  });

  it('is allowed for administrators', async () => {
    expect(await forge.root.put(project.at, { name: 'Root was here' })).toEqual(
      answered(200, {
        ...shown,
        name: 'Root was here',
        name_with_namespace: `${ada.name} / Root was here`,
      }),
    );
  });

  it('hides a project at once when it becomes private', async () => {
    await update({ visibility_level: VISIBILITY.public });
    const before = await bob.client.get(project.at);
    await update({ visibility_level: VISIBILITY.private });
    expect([before.status, (await bob.client.get(project.at)).status]).toEqual([200, 404]);
  });
});
