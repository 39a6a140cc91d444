import { startForge, type Forge } from '../support/app.js';
import type { Resource, SeededUser } from '../support/seed.js';
import { answered } from '../support/expected-responses.js';

describe('POST /projects/:id/merge_requests with invalid parameters', () => {
  let forge: Forge;
  let owner: SeededUser;
  let project: Resource;

  beforeAll(async () => {
    forge = await startForge();
    owner = await forge.seed.user();
    project = await forge.seed.project(owner);
  });
  afterAll(() => forge.close());

  const good = { title: 'T', source_branch: 'a', target_branch: 'b' };
  const create = (given: object) =>
    owner.client.post<Resource>(`${project.at}/merge_requests`, given);
  const refused = (message: object) => answered(400, { message });

  it('names every missing parameter', async () => {
    const missing = ['is missing'];
    expect(await create({})).toEqual(
      refused({ title: missing, source_branch: missing, target_branch: missing }),
    );
  });

  describe.each(['title', 'source_branch', 'target_branch'])('as a %s', (name) => {
    it.each([
      ['an empty text', '', "can't be blank"],
      ['white space', ' \t\u00a0', "can't be blank"],
      ['characters that nobody sees', ' \u200b\u3164\u2800\u00ad', "can't be blank"],
      ['null', null, "can't be blank"],
      ['a list', ['x'], 'is invalid'],
      ['an object', { a: 'x' }, 'is invalid'],
      ['false', false, 'is invalid'],
      ['half a surrogate pair', '\ud83c', 'is invalid'],
      ['NUL', 'a\0b', 'is invalid'],
      ['two lines', 'a\rb', 'should be a single line'],
      ['256 characters', '😀'.repeat(256), 'is too long (maximum is 255 characters)'],
    ])('returns 400 for %s', async (_, value, problem) => {
      expect(await create({ ...good, [name]: value })).toEqual(refused({ [name]: [problem] }));
    });
  });

  it.each([
    [{ description: ['x'] }, { description: ['is invalid'] }],
    [
      { description: 'x'.repeat(65_537) },
      { description: ['is too long (maximum is 65536 characters)'] },
    ],
    [{ assignee_id: 999_999 }, { assignee_id: ['is invalid'] }],
    [{ assignee_id: 'owner' }, { assignee_id: ['is invalid'] }],
    [{ assignee_id: 1.5 }, { assignee_id: ['is invalid'] }],
    [{ assignee_id: [1] }, { assignee_id: ['is invalid'] }],
    [{ assignee_id: -1 }, { assignee_id: ['must be greater than or equal to 0'] }],
  ])('returns 400 for %.60j', async (given, message) => {
    expect(await create({ ...good, ...given })).toEqual(refused(message));
  });

  it('creates no merge request and no event', async () => {
    const state = async () => [
      (await owner.client.get(`${project.at}/merge_requests`)).headers.get('X-Total'),
      (await owner.client.get(`${owner.at}/events`)).body,
    ];
    const before = await state();
    await create({ ...good, title: '' });
    await create({ ...good, assignee_id: 999_999 });
    expect(await state()).toEqual(before);
  });

  it('returns 404 to users who cannot see the project, before it validates the parameters', async () => {
    const outsider = await forge.seed.user();
    expect(await outsider.client.post(`${project.at}/merge_requests`, {})).toEqual(
      answered(404, { message: '404 Project Not Found' }),
    );
  });
});
