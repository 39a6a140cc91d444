import { startForge, type Forge } from '../support/app.js';
import type { Resource, SeededUser } from '../support/seed.js';
import { answered } from '../support/expected-responses.js';

describe('POST /projects/:id/snippets with invalid parameters', () => {
  let forge: Forge;
  let owner: SeededUser;
  let project: Resource;

  beforeAll(async () => {
    forge = await startForge();
    owner = await forge.seed.user();
    project = await forge.seed.project(owner);
  });
  afterAll(() => forge.close());

  const good = { title: 'T', file_name: 'f', code: 'c', visibility_level: 0 };
  const create = (given: object) => owner.client.post<Resource>(`${project.at}/snippets`, given);
  const LINES = ['title', 'file_name'];
  const refused = (message: object) => answered(400, { message });

  it.each(['title', 'file_name', 'code', 'visibility_level'])(
    'returns 400 for a missing %s',
    async (name) => {
      const given = Object.fromEntries(Object.entries(good).filter(([field]) => field !== name));
      expect(await create(given)).toEqual(refused({ [name]: ['is missing'] }));
    },
  );

  describe.each([...LINES, 'code'])('as a %s', (name) => {
    it.each([
      ['an empty text', '', "can't be blank"],
      ['white space', ' \t\n\u00a0', "can't be blank"],
      ['characters that nobody sees', ' \u200b\u3164\u2800\u00ad', "can't be blank"],
      ['null', null, "can't be blank"],
      ['a list', ['x'], 'is invalid'],
      ['an object', { a: 'x' }, 'is invalid'],
      ['true', true, 'is invalid'],
      ['half a surrogate pair', '\udc00', 'is invalid'],
      ['NUL', 'a\0b', 'is invalid'],
    ])('returns 400 for %s', async (_, value, problem) => {
      expect(await create({ ...good, [name]: value })).toEqual(refused({ [name]: [problem] }));
    });
  });

  it.each(LINES)('returns 400 for two lines or more than 255 characters as a %s', async (name) => {
    const tooLong = 'is too long (maximum is 255 characters)';
    for (const [value, problem] of [
      ['a\nb', 'should be a single line'],
      ['😀'.repeat(256), tooLong],
    ]) {
      expect(await create({ ...good, [name]: value })).toEqual(refused({ [name]: [problem] }));
    }
  });

  it('returns 400 for more than 65,536 characters of code', async () => {
    expect(await create({ ...good, code: 'x'.repeat(65_537) })).toEqual(
      refused({ code: ['is too long (maximum is 65536 characters)'] }),
    );
  });

  it.each([5, -1, 30, 10.5, 'public', '', null, true, [10], { level: 10 }])(
    'returns 400 for visibility_level: %j',
    async (visibility_level) => {
      expect(await create({ ...good, visibility_level })).toEqual(
        refused({ visibility_level: ['does not have a valid value'] }),
      );
    },
  );

  it('names every invalid parameter and creates no snippet', async () => {
    const total = async () =>
      (await owner.client.get(`${project.at}/snippets`)).headers.get('X-Total');
    const before = await total();
    expect(await create({ file_name: '', code: [], visibility_level: 1 })).toEqual(
      refused({
        title: ['is missing'],
        file_name: ["can't be blank"],
        code: ['is invalid'],
        visibility_level: ['does not have a valid value'],
      }),
    );
    expect(await total()).toBe(before);
  });
});
