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

  it('creates an ordinary note from a vote on the author’s own noteable, every time', async () => {
    for (let n = 0; n < 2; n++) {
      const { status, body } = await write(':+1:', owner.client);
      expect([status, body]).toMatchObject([201, { body: ':+1:', noteable_id: noteable.id }]);
    }
  });

  it('gives the award for the user of sudo and checks their own noteables', async () => {
    const { body } = await write(':+1:', forge.root.sudo(ada.id));
    expect(body).toEqual(award(ada, { id: body.id, name: 'thumbsup' }));
    expect((await write(':+1:', forge.root.sudo(owner.id))).body).toMatchObject({ upvote: true });
  });
});

// One service reads the notes on all kinds.
describe('POST .../issues/:issue_id/notes with a single emoji', () => {
  let issue: Resource;

  beforeEach(async () => {
    issue = await forge.seed.issue(project, owner);
  });

  const write = (body: string, client: Client = ada.client) =>
    client.post<{ id: number; name?: string }>(`${issue.at}/notes`, { body });

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
    expect(answer).toEqual(answered(201, noteView(issue, ada, { id, body })));
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

  it('accepts the same emoji on another issue', async () => {
    await write(':tada:');
    issue = await forge.seed.issue(project, owner);
    expect((await write(':tada:')).status).toBe(201);
  });

  it.each([':thumbsup:', ':thumbsdown:', ':-1:', '👍', '👎', ' :+1: '])(
    'creates an ordinary note from %j on the author’s own issue',
    async (body) => {
      const answer = await write(body, owner.client);
      expect([answer.status, answer.body]).toMatchObject([201, { body, noteable_id: issue.id }]);
    },
  );

  it('creates an award for a thumb with a skin tone on the author’s own issue', async () => {
    const { status, body } = await write('👍🏽', owner.client);
    expect([status, body]).toEqual([
      201,
      awardView(forge, issue, owner, { id: body.id, name: 'thumbsup_tone3' }),
    ]);
  });

  it('creates an award for other emoji on the author’s own issue', async () => {
    const { status, body } = await write(':heart:', owner.client);
    expect([status, body]).toEqual([
      201,
      awardView(forge, issue, owner, { id: body.id, name: 'heart' }),
    ]);
  });

  it('returns 400 for an invalid created_at of the owner', async () => {
    const given = { body: ':tada:', created_at: 'whenever' };
    expect(await owner.client.post(`${issue.at}/notes`, given)).toEqual(
      answered(400, { message: { created_at: ['is invalid'] } }),
    );
  });
});
