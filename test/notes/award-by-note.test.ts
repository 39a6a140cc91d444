import { startForge, type Forge } from '../support/app.js';
import type { Client } from '../support/client.js';
import { VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { NOTEABLES } from '../support/noteables.js';
import { awardView, noteView } from '../support/project-views.js';
import { answered } from '../support/expected-responses.js';

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

describe.each(NOTEABLES)('POST .../$noteable/notes with a single emoji', ({ type, make }) => {
  let noteable: Resource;

  beforeEach(async () => {
    noteable = await make(forge.seed, project, owner);
  });

  const write = (body: string, client: Client = ada.client) =>
    client.post<{ id: number; name?: string }>(`${noteable.at}/notes`, { body });
  const award = (user: SeededUser, given: { id: number; name: string }) =>
    awardView(forge, noteable, user, { ...given, awardable_type: type });

  it('returns 201 and the award', async () => {
    const answer = await write(':tada:');
    const { id } = answer.body;
    expect(answer).toEqual(answered(201, award(ada, { id, name: 'tada' })));
  });

  it.each([
    [':thumbsup:', 'thumbsup'],
    [':+1:', 'thumbsup'],
    [':-1:', 'thumbsdown'],
    [' \r\n\t:tada: \n', 'tada'],
    ['🎉', 'tada'],
    ['👍', 'thumbsup'],
    ['\u00a0❤\ufe0f ', 'heart'],
    ['👍🏽', 'thumbsup_tone3'],
    [':+1_tone3:', 'thumbsup_tone3'],
    ['👩‍💻', 'woman_technologist'],
  ])('reads %j as %s', async (body, name) => {
    expect((await write(body)).body.name).toBe(name);
  });

  it.each([
    ':no_such_emoji:',
    ':tada',
    'tada',
    ':TADA:',
    ': tada :',
    ':tada::tada:',
    ':tada: :tada:',
    '🎉🎉',
    'well done 🎉',
    '1',
    '::',
  ])('creates an ordinary note from %j', async (body) => {
    const answer = await write(body);
    const { id } = answer.body;
    expect(answer).toEqual(
      answered(201, noteView(noteable, ada, { id, body, noteable_type: type })),
    );
  });

  it('creates no note and no event and keeps the noteable unchanged', async () => {
    const state = async () => [
      (await ada.client.get(noteable.at)).body,
      (await ada.client.get(`${noteable.at}/notes`)).body,
      (await forge.root.get(`${ada.at}/events`)).body,
    ];
    const before = await state();
    await write(':tada:');
    expect(await state()).toEqual(before);
  });

  const taken = () => answered(409, { message: { name: ['has already been taken'] } });

  it('returns 409 the second time, also for an alias of the emoji', async () => {
    await write(':+1:');
    for (const body of [':+1:', ':thumbsup:', '👍', ' 👍 ']) {
      expect(await write(body)).toEqual(taken());
    }
  });

  it('creates one award for 5 concurrent requests', async () => {
    const tries = await Promise.all(Array.from({ length: 5 }, () => write(':tada:')));
    expect(tries.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  });

  it('accepts the same emoji from another user and other emoji from the same user', async () => {
    await write(':tada:');
    expect((await write(':tada:', owner.client)).status).toBe(201);
    expect((await write(':heart:')).status).toBe(201);
  });

  it('accepts the same emoji on another noteable', async () => {
    await write(':tada:');
    noteable = await make(forge.seed, project, owner);
    expect((await write(':tada:')).status).toBe(201);
  });

  it.each([':thumbsup:', ':+1:', ':thumbsdown:', ':-1:', '👍', '👎', ' :+1: '])(
    'creates an ordinary note from %j on the author’s own noteable, every time',
    async (body) => {
      for (let n = 0; n < 2; n++) {
        const answer = await write(body, owner.client);
        expect([answer.status, answer.body]).toMatchObject([
          201,
          { body, noteable_id: noteable.id },
        ]);
      }
    },
  );

  it.each([':-1:', ':thumbsup:'])('counts the ordinary note %s as a vote', async (body) => {
    const answer = await write(body, owner.client);
    expect(answer.body).toMatchObject({
      upvote: body === ':thumbsup:',
      downvote: body === ':-1:',
    });
  });

  it('creates an award for a thumb with a skin tone on the author’s own noteable', async () => {
    const { status, body } = await write('👍🏽', owner.client);
    expect([status, body]).toEqual([201, award(owner, { id: body.id, name: 'thumbsup_tone3' })]);
  });

  it('creates an award for other emoji on the author’s own noteable', async () => {
    const { status, body } = await write(':heart:', owner.client);
    expect([status, body]).toEqual([201, award(owner, { id: body.id, name: 'heart' })]);
  });

  it('gives the award for the user of sudo and checks their own noteables', async () => {
    const { body } = await write(':+1:', forge.root.sudo(ada.id));
    expect(body).toEqual(award(ada, { id: body.id, name: 'thumbsup' }));
    expect((await write(':+1:', forge.root.sudo(owner.id))).body).toMatchObject({ upvote: true });
  });

  it('returns 400 for an invalid created_at of the owner', async () => {
    const given = { body: ':tada:', created_at: 'whenever' };
    expect(await owner.client.post(`${noteable.at}/notes`, given)).toEqual(
      answered(400, { message: { created_at: ['is invalid'] } }),
    );
  });

  it('does not block the deletion of the noteable', async () => {
    await write(':tada:');
    expect((await owner.client.delete(noteable.at)).status).toBe(200);
  });
});
