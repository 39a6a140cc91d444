import { startForge, type Forge } from '../support/app.js';
import type { SeededUser } from '../support/seed.js';
import { answered } from '../support/expected-responses.js';

describe('POST /projects with invalid parameters', () => {
  let forge: Forge;
  let alice: SeededUser;

  beforeAll(async () => {
    forge = await startForge();
    alice = await forge.seed.user({ projects_limit: 1_000 });
    await forge.seed.project(alice, { name: 'First', path: 'Taken' });
  });
  afterAll(() => forge.close());

  const create = (given: object) => alice.client.post('/projects', given);

  it.each([
    ['no name', {}, 'is missing'],
    ['an empty name', { name: '' }, "can't be blank"],
    ['a blank name', { name: ' \t ' }, "can't be blank"],
    ['characters that nobody sees', { name: ' \u200b\u3164\u2800\u00ad' }, "can't be blank"],
    ['null', { name: null }, "can't be blank"],
    ['a list', { name: ['x'] }, 'is invalid'],
    ['an object', { name: { x: 1 } }, 'is invalid'],
    ['true', { name: true }, 'is invalid'],
    ['half a surrogate pair', { name: 'x\ud800' }, 'is invalid'],
    ['two lines', { name: 'one\ntwo' }, 'should be a single line'],
    ['256 characters', { name: '☃'.repeat(256) }, 'is too long (maximum is 255 characters)'],
  ])('returns 400 for the name: %s', async (_, given, problem) => {
    expect(await create({ path: 'x', ...given })).toEqual(
      answered(400, { message: { name: [problem] } }),
    );
  });

  it.each([
    ...['a/b', 'a b', '-a', 'a.', 'a.git', 'a.GIT', 'a.atom', '.', '..', 'é', 'a\n', '🎉'].map(
      (path) => [path, 'is invalid'],
    ),
    ['', "can't be blank"],
    ['x'.repeat(256), 'is too long (maximum is 255 characters)'],
    ['Taken', 'has already been taken'],
    ['tAKEN', 'has already been taken'],
  ])('returns 400 for the path: %j', async (path, problem) => {
    expect(await create({ name: 'A name', path })).toEqual(
      answered(400, { message: { path: [problem] } }),
    );
  });

  it('returns 400 for a name whose path is taken', async () => {
    expect(await create({ name: 'taken' })).toEqual(
      answered(400, { message: { path: ['has already been taken'] } }),
    );
  });

  it.each([5, -1, 21, 'private', true, [0], 10.5])(
    'returns 400 for visibility_level: %j',
    async (given) => {
      expect(await create({ name: 'A name', visibility_level: given })).toEqual(
        answered(400, { message: { visibility_level: ['does not have a valid value'] } }),
      );
    },
  );

  it('returns 400 for a value of public that is no boolean', async () => {
    expect(await create({ name: 'A name', public: 'maybe' })).toEqual(
      answered(400, { message: { public: ['is invalid'] } }),
    );
  });

  it('returns 400 for a description of 65,537 characters', async () => {
    expect(await create({ name: 'A name', description: '🎉'.repeat(65_537) })).toEqual(
      answered(400, { message: { description: ['is too long (maximum is 65536 characters)'] } }),
    );
  });

  it('names every invalid parameter', async () => {
    expect(await create({ path: 'a b', description: [], visibility_level: 3 })).toEqual(
      answered(400, {
        message: {
          name: ['is missing'],
          path: ['is invalid'],
          description: ['is invalid'],
          visibility_level: ['does not have a valid value'],
        },
      }),
    );
  });

  it('creates one project for 10 concurrent requests with the same path', async () => {
    const tries = await Promise.all(
      Array.from({ length: 10 }, (_, n) => create({ name: `Racer ${n}`, path: 'the-one' })),
    );
    expect(tries.map(({ status }) => status).sort()).toEqual([
      201,
      ...Array.from({ length: 9 }, () => 400),
    ]);
  });

  it('accepts a path that only another owner has', async () => {
    const bob = await forge.seed.user();
    expect((await bob.client.post('/projects', { name: 'x', path: 'Taken' })).status).toBe(201);
  });
});
