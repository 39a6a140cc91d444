import { startForge, type Forge } from '../support/app.js';
import { awardView } from '../support/project-views.js';
import { VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { answered } from '../support/views.js';
import { AWARDABLES } from './awardables.js';

let forge: Forge;
let owner: SeededUser;
let ada: SeededUser;
let project: Resource;

beforeAll(async () => {
  forge = await startForge();
  [owner, ada] = [await forge.seed.user(), await forge.seed.user()];
  project = await forge.seed.project(owner, { visibility_level: VISIBILITY.public });
});
afterAll(() => forge.close());

describe.each(AWARDABLES)('POST /projects/:id/$route/award_emoji', ({ type, make }) => {
  let awardable: Resource;

  beforeEach(async () => {
    awardable = await make(forge.seed, project, owner);
  });

  const give = (given: object, by = ada) =>
    by.client.post<Resource>(`${awardable.at}/award_emoji`, given);
  const view = (user: SeededUser, id: number, name: string) =>
    awardView(forge, awardable, user, { id, name, awardable_type: type });

  it.each([
    ['tada', 'tada'],
    ['+1', 'thumbsup'],
    ['thumbsdown', 'thumbsdown'],
    ['thumbsup_tone3', 'thumbsup_tone3'],
    ['hankey', 'poop'],
    [100, '100'],
  ])('answers %j with 201 and the award %s', async (given, name) => {
    const answer = await give({ name: given });
    expect(answer).toEqual(answered(201, view(ada, answer.body.id, name)));
  });

  it('keeps what it answered', async () => {
    const { body } = await give({ name: 'tada' });
    expect((await owner.client.get(`${awardable.at}/award_emoji`)).body).toEqual([body]);
  });

  it('takes the name from a form and from the query', async () => {
    const form = new URLSearchParams({ name: '+1' });
    expect((await give(form)).body['name']).toBe('thumbsup');
    const { body } = await ada.client.post<Resource>(`${awardable.at}/award_emoji?name=heart`);
    expect(body['name']).toBe('heart');
  });

  it.each(['thumbsup', '+1', 'thumbsdown', '-1', 'thumbs_up'])(
    'refuses %s to who would vote for what is his own',
    async (name) => {
      expect(await give({ name }, owner)).toEqual(answered(403, { message: '403 Forbidden' }));
      expect((await owner.client.get(`${awardable.at}/award_emoji`)).body).toEqual([]);
    },
  );

  it('gives other emoji to what is one’s own', async () => {
    const { status, body } = await give({ name: 'heart' }, owner);
    expect([status, body]).toEqual([201, view(owner, body.id, 'heart')]);
  });

  it('refuses a second time, by whatever name, but not to another', async () => {
    await give({ name: '+1' });
    for (const name of ['+1', 'thumbsup']) {
      expect(await give({ name })).toEqual(
        answered(409, { message: { name: ['has already been taken'] } }),
      );
    }
    expect((await give({ name: '+1' }, await forge.seed.user())).status).toBe(201);
    expect((await give({ name: '-1' })).status).toBe(201);
  });

  it('gives one when it is sent five times at once', async () => {
    const tries = await Promise.all(Array.from({ length: 5 }, () => give({ name: 'tada' })));
    expect(tries.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  });

  it.each([
    [{}, 'is missing'],
    [{ name: '' }, "can't be blank"],
    [{ name: null }, "can't be blank"],
    [{ name: 'no_such_emoji' }, 'is invalid'],
    [{ name: 'TADA' }, 'is invalid'],
    [{ name: ' tada' }, 'is invalid'],
    [{ name: ':tada:' }, 'is invalid'],
    [{ name: '🎉' }, 'is invalid'],
    [{ name: 'constructor' }, 'is invalid'],
    [{ name: ['tada'] }, 'is invalid'],
    [{ name: 'x'.repeat(256) }, 'is too long (maximum is 255 characters)'],
  ])('refuses %.40j', async (given, problem) => {
    expect(await give(given)).toEqual(answered(400, { message: { name: [problem] } }));
  });

  it('makes no note and no event, and leaves what it is given to as it is', async () => {
    const state = async () => [
      (await ada.client.get(awardable.at)).body,
      (await ada.client.get(`${ada.at}/events`)).body,
    ];
    const before = await state();
    await give({ name: 'tada' });
    expect(await state()).toEqual(before);
  });

  it('is given by the user an administrator acts as', async () => {
    const client = forge.root.sudo(ada.id);
    const { body } = await client.post<Resource>(`${awardable.at}/award_emoji`, { name: 'tada' });
    expect(body).toEqual(view(ada, body.id, 'tada'));
  });
});

it('A thumb to a note is for who did not write it, be he the author of what it is on', async () => {
  const issue = await forge.seed.issue(project, owner);
  const { at } = await forge.seed.note(issue, ada);
  const vote = async ({ client }: SeededUser) =>
    (await client.post(`${at}/award_emoji`, { name: 'thumbsup' })).status;
  expect([await vote(ada), await vote(owner)]).toEqual([403, 201]);
});
