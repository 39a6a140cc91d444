import { startForge, type Forge } from '../support/app.js';
import { eventView, noteView } from '../support/project-views.js';
import { VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { answered } from '../support/expected-responses.js';

interface Note {
  id: number;
  body: string;
}

describe('A change of a merge request', () => {
  let forge: Forge;
  let owner: SeededUser;
  let ada: SeededUser;
  let project: Resource;
  let mergeRequest: Resource;

  beforeAll(async () => {
    forge = await startForge();
    ada = await forge.seed.user({ username: 'ada' });
  });
  beforeEach(async () => {
    owner = await forge.seed.user();
    project = await forge.seed.project(owner, { visibility_level: VISIBILITY.public });
    mergeRequest = await forge.seed.mergeRequest(project, owner, { title: 'Before' });
  });
  afterAll(() => forge.close());

  const change = (given: object) => owner.client.put<{ state: string }>(mergeRequest.at, given);
  const send = async (...events: string[]) => {
    const states = [];
    for (const state_event of events) states.push((await change({ state_event })).body.state);
    return states;
  };
  const notes = async () => (await ada.client.get<Note[]>(`${mergeRequest.at}/notes`)).body;
  const written = async () => (await notes()).map(({ body }) => body);
  const events = async () => {
    const query = { target_type: 'MergeRequest', sort: 'asc' };
    const { body } = await ada.client.get<{ action_name: string }[]>(`${owner.at}/events`, query);
    return body.map(({ action_name }) => action_name);
  };

  it.each([
    [['close'], ['closed'], ['closed'], ['opened', 'closed']],
    [['merge'], ['merged'], ['merged'], ['opened', 'accepted']],
    [['reopen'], ['opened'], [], ['opened']],
    [['close', 'close'], ['closed', 'closed'], ['closed'], ['opened', 'closed']],
    [
      ['close', 'reopen', 'reopen'],
      ['closed', 'reopened', 'reopened'],
      ['closed', 'reopened'],
      ['opened', 'closed', 'opened'],
    ],
    [
      ['close', 'reopen', 'merge'],
      ['closed', 'reopened', 'merged'],
      ['closed', 'reopened', 'merged'],
      ['opened', 'closed', 'opened', 'accepted'],
    ],
    [['close', 'merge'], ['closed', 'closed'], ['closed'], ['opened', 'closed']],
    [
      ['merge', 'close', 'reopen', 'merge'],
      ['merged', 'merged', 'merged', 'merged'],
      ['merged'],
      ['opened', 'accepted'],
    ],
  ])('moves with %j through %j', async (stateEvents, states, bodies, recorded) => {
    expect(await send(...stateEvents)).toEqual(states);
    expect([await written(), await events()]).toEqual([bodies, recorded]);
  });

  it('creates a system note by the user who changed it', async () => {
    await change({ state_event: 'merge' });
    const answer = await notes();
    const { id } = answer[0];
    const noteable_type = 'MergeRequest';
    expect(answer).toEqual([
      noteView(mergeRequest, owner, { id, body: 'merged', system: true, noteable_type }),
    ]);
  });

  it('creates notes for title, assignee and state, in this order', async () => {
    await change({ title: 'After', assignee_id: ada.id, state_event: 'close' });
    expect(await written()).toEqual([
      'changed title from **Before** to **After**',
      'assigned to @ada',
      'closed',
    ]);
  });

  it.each([
    ['the same title', { title: 'Before' }],
    ['a description', { description: 'x' }],
    ['a target branch', { target_branch: 'x' }],
    ['nobody for nobody', { assignee_id: 0 }],
    ['nothing', {}],
  ])('creates no note and no event for %s', async (_, given) => {
    await change(given);
    expect([await written(), await events()]).toEqual([[], ['opened']]);
  });

  it('is possible after the merge', async () => {
    await send('merge');
    expect((await change({ title: 'After' })).body).toMatchObject({
      title: 'After',
      state: 'merged',
    });
  });

  it('merges once for ten concurrent requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => change({ state_event: 'merge' })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect([await written(), await events()]).toEqual([['merged'], ['opened', 'accepted']]);
  });

  it('either closes or merges if both are requested concurrently', async () => {
    await Promise.all([...Array<string>(5).fill('close'), 'merge'].map((event) => send(event)));
    const { body } = await ada.client.get<{ state: string }>(mergeRequest.at);
    expect(await written()).toEqual([body.state]);
  });

  it('creates an event with the merge request as target', async () => {
    await send('merge');
    const { body } = await ada.client.get<unknown[]>(`${owner.at}/events`);
    const target = { target_type: 'MergeRequest', target_id: mergeRequest.id };
    expect(body[0]).toEqual(
      eventView(forge, project, owner, {
        ...{ action_name: 'accepted', ...target, target_title: 'Before' },
      }),
    );
  });

  it('creates notes that nobody can edit (403)', async () => {
    await send('close');
    const at = `${mergeRequest.at}/notes/${(await notes())[0].id}`;
    for (const client of [owner.client, forge.root]) {
      expect(await client.put(at, { body: 'x' })).toEqual(
        answered(403, { message: '403 Forbidden' }),
      );
    }
  });
});
