import { startForge, type Forge } from '../support/app.js';
import { awardView } from '../support/project-views.js';
import { VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { answered } from '../support/expected-responses.js';
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

describe.each(AWARDABLES)('POST /projects/:id/$awardable/award_emoji', ({ type, make }) => {
  let awardable: Resource;

  beforeEach(async () => {
    awardable = await make(forge.seed, project, owner);
  });

  const give = (given: object, by = ada) =>
    by.client.post<Resource>(`${awardable.at}/award_emoji`, given);
  const view = (user: SeededUser, id: number, name: string) =>
    awardView(forge, awardable, user, { id, name, awardable_type: type });

  it('returns 201 and the award, and stores it', async () => {
    const answer = await give({ name: 'tada' });
    expect(answer).toEqual(answered(201, view(ada, answer.body.id, 'tada')));
    expect((await owner.client.get(`${awardable.at}/award_emoji`)).body).toEqual([answer.body]);
  });

  it('returns 403 for a vote on the caller’s own resource', async () => {
    expect(await give({ name: '-1' }, owner)).toEqual(answered(403, { message: '403 Forbidden' }));
    expect((await owner.client.get(`${awardable.at}/award_emoji`)).body).toEqual([]);
  });

  it('accepts other emoji on the caller’s own resource', async () => {
    const { status, body } = await give({ name: 'heart' }, owner);
    expect([status, body]).toEqual([201, view(owner, body.id, 'heart')]);
  });

  it('creates no note and no event and keeps the awardable unchanged', async () => {
    const state = async () => [
      (await ada.client.get(awardable.at)).body,
      (await ada.client.get(`${ada.at}/events`)).body,
    ];
    const before = await state();
    await give({ name: 'tada' });
    expect(await state()).toEqual(before);
  });
});

// One service gives the awards to all kinds of noteables and to the notes on them.
describe.each(AWARDABLES.slice(0, 2))(
  'POST /projects/:id/$awardable/award_emoji',
  ({ type, make }) => {
    let awardable: Resource;

    beforeEach(async () => {
      awardable = await make(forge.seed, project, owner);
    });

    const give = (given: object, by = ada) =>
      by.client.post<Resource>(`${awardable.at}/award_emoji`, given);
    const view = (user: SeededUser, id: number, name: string) =>
      awardView(forge, awardable, user, { id, name, awardable_type: type });

    it.each([
      ['+1', 'thumbsup'],
      ['thumbsdown', 'thumbsdown'],
      ['thumbsup_tone3', 'thumbsup_tone3'],
      ['hankey', 'poop'],
      [100, '100'],
    ])('returns 201 for %j and the award %s', async (given, name) => {
      const answer = await give({ name: given });
      expect(answer).toEqual(answered(201, view(ada, answer.body.id, name)));
    });

    it('reads the name from a form and from the query', async () => {
      const form = new URLSearchParams({ name: '+1' });
      expect((await give(form)).body['name']).toBe('thumbsup');
      const { body } = await ada.client.post<Resource>(`${awardable.at}/award_emoji?name=heart`);
      expect(body['name']).toBe('heart');
    });

    it.each(['thumbsup', '+1', 'thumbsdown', 'thumbs_up'])(
      'returns 403 for the vote %s on the caller’s own resource',
      async (name) => {
        expect(await give({ name }, owner)).toEqual(answered(403, { message: '403 Forbidden' }));
      },
    );

    it('returns 409 the second time, also for an alias, but not to another user', async () => {
      await give({ name: '+1' });
      for (const name of ['+1', 'thumbsup']) {
        expect(await give({ name })).toEqual(
          answered(409, { message: { name: ['has already been taken'] } }),
        );
      }
      expect((await give({ name: '+1' }, await forge.seed.user())).status).toBe(201);
      expect((await give({ name: '-1' })).status).toBe(201);
    });

    it('creates one award for 5 concurrent requests', async () => {
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
    ])('returns 400 for %.40j', async (given, problem) => {
      expect(await give(given)).toEqual(answered(400, { message: { name: [problem] } }));
    });

    it('gives the award for the user of sudo', async () => {
      const client = forge.root.sudo(ada.id);
      const { body } = await client.post<Resource>(`${awardable.at}/award_emoji`, { name: 'tada' });
      expect(body).toEqual(view(ada, body.id, 'tada'));
    });
  },
);

it('POST .../notes/:note_id/award_emoji accepts a vote from the author of the noteable but not of the note', async () => {
  const issue = await forge.seed.issue(project, owner);
  const { at } = await forge.seed.note(issue, ada);
  const vote = async ({ client }: SeededUser) =>
    (await client.post(`${at}/award_emoji`, { name: 'thumbsup' })).status;
  expect([await vote(ada), await vote(owner)]).toEqual([403, 201]);
});
