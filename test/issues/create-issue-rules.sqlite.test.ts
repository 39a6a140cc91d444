import { startForge, type Forge } from '../support/app.js';
import type { Resource, SeededUser } from '../support/seed.js';
import { answered } from '../support/expected-responses.js';

describe('POST /projects/:id/issues with invalid parameters', () => {
  let forge: Forge;
  let owner: SeededUser;
  let project: Resource;

  beforeAll(async () => {
    forge = await startForge();
    owner = await forge.seed.user();
    project = await forge.seed.project(owner);
  });
  afterAll(() => forge.close());

  const create = (given: object) => owner.client.post(`${project.at}/issues`, given);

  it.each([
    ['nothing', {}, 'is missing'],
    ['an empty text', { title: '' }, "can't be blank"],
    ['white space', { title: ' \t\u00a0' }, "can't be blank"],
    ['a zero-width space', { title: '\u200b' }, "can't be blank"],
    ['a filler of Hangul', { title: '\u3164' }, "can't be blank"],
    ['an empty pattern of braille', { title: '\u2800' }, "can't be blank"],
    ['a soft hyphen', { title: '\u00ad' }, "can't be blank"],
    ['several of them', { title: ' \u200b\u3164 \u2800\u00ad' }, "can't be blank"],
    ['null', { title: null }, "can't be blank"],
    ['a list', { title: ['T'] }, 'is invalid'],
    ['an object', { title: { a: 'T' } }, 'is invalid'],
    ['false', { title: false }, 'is invalid'],
    ['half a surrogate pair', { title: '\udc00' }, 'is invalid'],
    ['two lines', { title: 'a\r\nb' }, 'should be a single line'],
    ['256 characters', { title: '😀'.repeat(256) }, 'is too long (maximum is 255 characters)'],
  ])('returns 400 for the title: %s', async (_, given, problem) => {
    expect(await create(given)).toEqual(answered(400, { message: { title: [problem] } }));
  });

  it.each([
    [{ description: ['x'] }, { description: ['is invalid'] }],
    [
      { description: 'x'.repeat(65_537) },
      { description: ['is too long (maximum is 65536 characters)'] },
    ],
    [{ confidential: 'perhaps' }, { confidential: ['is invalid'] }],
    [{ confidential: 2 }, { confidential: ['is invalid'] }],
    [{ assignee_id: 999_999 }, { assignee_id: ['is invalid'] }],
    [{ assignee_id: 'owner' }, { assignee_id: ['is invalid'] }],
    [{ assignee_id: 1.5 }, { assignee_id: ['is invalid'] }],
    [{ assignee_id: -1 }, { assignee_id: ['must be greater than or equal to 0'] }],
  ])('returns 400 for %.60j', async (given, message) => {
    expect(await create({ title: 'T', ...given })).toEqual(answered(400, { message }));
  });

  it.each([
    'whenever',
    '2999-01-01T00:00:00Z',
    '2016-02-30',
    '2016-13-01T00:00:00Z',
    '2016-01-01T24:00:00Z',
    '2016-01-01T00:60:00Z',
    '2016-01-01T00:00:00+99:00',
    '2016-1-1',
    '1457667940',
    1457667940,
    true,
    ['2016-01-01'],
  ])('returns 400 for created_at: %j', async (created_at) => {
    expect(await create({ title: 'T', created_at })).toEqual(
      answered(400, { message: { created_at: ['is invalid'] } }),
    );
  });

  it('names every invalid parameter and creates no issue', async () => {
    const { headers } = await owner.client.get(`${project.at}/issues`);
    expect(await create({ description: {}, confidential: 'x', created_at: 'x' })).toEqual(
      answered(400, {
        message: {
          title: ['is missing'],
          description: ['is invalid'],
          confidential: ['is invalid'],
          created_at: ['is invalid'],
        },
      }),
    );
    const after = await owner.client.get(`${project.at}/issues`);
    expect(after.headers.get('X-Total')).toBe(headers.get('X-Total'));
  });

  it('returns 404 to users who cannot see the project, before it validates the parameters', async () => {
    const outsider = await forge.seed.user();
    expect(await outsider.client.post(`${project.at}/issues`, {})).toEqual(
      answered(404, { message: '404 Project Not Found' }),
    );
  });
});
