import { startForge, type Forge } from '../support/app.js';
import type { Answer } from '../support/client.js';
import { LEVEL, VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { eventView } from '../support/project-views.js';
import { answered } from '../support/expected-responses.js';

describe('GET /users/:id/events', () => {
  let forge: Forge;
  let ada: SeededUser;
  let bob: SeededUser;
  let project: Resource;
  let issue: Resource;

  beforeAll(async () => {
    forge = await startForge();
  });
  beforeEach(async () => {
    [ada, bob] = [await forge.seed.user(), await forge.seed.user()];
    project = await forge.seed.project(ada, { visibility_level: VISIBILITY.public });
    issue = await forge.seed.issue(project, ada, { title: 'It hums' });
  });
  afterAll(() => forge.close());

  const of = (user: SeededUser) => bob.client.get<{ note?: object }[]>(`${user.at}/events`);
  const onIssue = (action_name: string, by = ada) =>
    eventView(forge, project, by, {
      ...{ action_name, target_id: issue.id, target_type: 'Issue', target_title: 'It hums' },
    });
  const inProject = (action_name: string, by = ada) =>
    eventView(forge, project, by, { action_name });
  /** What Ada did before each test. */
  const before = () => [onIssue('opened'), inProject('created')];

  it('returns 200 and the events of the user, newest first', async () => {
    const note = await forge.seed.note(issue, ada, { body: 'Loudly.' });
    await ada.client.put(issue.at, { state_event: 'close' });
    await ada.client.put(issue.at, { state_event: 'reopen' });
    const { body: asGot } = await ada.client.get(note.at);
    expect(await of(ada)).toEqual(
      answered(200, [
        onIssue('opened'),
        onIssue('closed'),
        eventView(forge, project, ada, {
          ...{ action_name: 'commented on', target_id: note.id, target_type: 'Note' },
          ...{ target_title: 'It hums', note: asGot },
        }),
        ...before(),
      ]),
    );
  });

  it('shows the current note of an event', async () => {
    const note = await forge.seed.note(issue, bob);
    await forge.root.put(note.at, { body: 'Changed since' });
    const { body } = await of(bob);
    expect(body[0].note).toEqual((await bob.client.get(note.at)).body);
  });

  it('shows the current title and author', async () => {
    await ada.client.put(issue.at, { title: 'It hummed' });
    await forge.root.put(ada.at, { name: 'Renamed', username: `${ada.username}-renamed` });
    const renamed = { ...ada, name: 'Renamed', username: `${ada.username}-renamed` };
    expect((await of(ada)).body).toEqual([
      { ...onIssue('opened', renamed), target_title: 'It hummed' },
      inProject('created', renamed),
    ]);
  });

  it('records joining and leaving, whoever changed the member', async () => {
    await forge.seed.member(project, bob, LEVEL.guest);
    await ada.client.delete(`${project.at}/members/${bob.id}`);
    await forge.seed.member(project, bob, LEVEL.guest);
    await bob.client.delete(`${project.at}/members/${bob.id}`);
    const each = ['left', 'joined', 'left', 'joined'].map((action) => inProject(action, bob));
    expect(await of(bob)).toEqual(answered(200, each));
    expect(await of(ada)).toEqual(answered(200, before()));
  });

  it('records the event for the user of sudo', async () => {
    await forge.root.sudo(bob.id).put(issue.at, {});
    await forge.root.sudo(bob.id).post(`${project.at}/issues`, { title: 'By sudo' });
    const { body } = await of(bob);
    const opened = onIssue('opened', bob);
    expect(body).toEqual([
      { ...opened, target_id: expect.any(Number) as number, target_title: 'By sudo' },
    ]);
  });

  it.each([
    ['editing an issue', () => ada.client.put(issue.at, { title: 'It hums', description: 'x' })],
    ['assigning one', () => ada.client.put(issue.at, { assignee_id: ada.id })],
    ['opening what is open', () => ada.client.put(issue.at, { state_event: 'reopen' })],
    ['an award', () => ada.client.post(`${issue.at}/notes`, { body: ':tada:' })],
    ['a note that is refused', () => ada.client.post(`${issue.at}/notes`, { body: ' ' })],
    ['an issue that is refused', () => ada.client.post(`${project.at}/issues`, { title: '' })],
    ['changing a project', () => ada.client.put(project.at, { description: 'x' })],
    [
      'changing a member',
      async () => {
        await forge.seed.member(project, bob, LEVEL.guest);
        await ada.client.put(`${project.at}/members/${bob.id}`, { access_level: 20 });
      },
    ],
    ['being blocked', () => forge.root.put(`${ada.at}/block`)],
  ])('records nothing for %s', async (_, act) => {
    await act();
    const events = (await of(ada)).body as { author?: object }[];
    expect(events.map(({ author: _author, ...event }) => event)).toEqual(
      before().map(({ author: _author, ...event }) => event),
    );
  });

  it('records one event for 10 concurrent closings', async () => {
    const close = () => ada.client.put(issue.at, { state_event: 'close' });
    await Promise.all(Array.from({ length: 10 }, close));
    expect(await of(ada)).toEqual(answered(200, [onIssue('closed'), ...before()]));
  });

  it.each([
    [
      'a note',
      async () => {
        const note = await forge.seed.note(issue, ada);
        await ada.client.delete(note.at);
        return before();
      },
    ],
    [
      'an issue',
      async () => {
        await forge.seed.note(issue, ada);
        await ada.client.delete(issue.at);
        return [inProject('created')];
      },
    ],
    [
      'a project',
      async () => {
        await ada.client.delete(project.at);
        return [];
      },
    ],
  ])('returns no events about %s that was deleted', async (_, remove) => {
    const left = await remove();
    expect(await of(ada)).toEqual(answered(200, left));
  });

  it('is empty for a user without events', async () => {
    expect(await of(bob)).toEqual(answered(200, []));
  });

  it('returns each event once, by page number and by cursor', async () => {
    for (let n = 0; n < 5; n++) await forge.seed.note(issue, ada);
    const { body: whole, headers } = await of(ada);
    expect([whole.length, headers.get('X-Total'), headers.get('X-Per-Page')]).toEqual([
      ...[7, '7', '20'],
    ]);
    for (const pagination of ['offset', 'keyset']) {
      const walked: unknown[] = [];
      let next: string | undefined = `${ada.at}/events?per_page=2&pagination=${pagination}`;
      while (next !== undefined) {
        const answer: Answer<unknown[]> = await bob.client.get<unknown[]>(next);
        walked.push(...answer.body);
        next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('Link') ?? '')?.[1];
      }
      expect(walked).toEqual(whole);
    }
  });

  it.each(['page', 'per_page'])('returns 400 for a %s that is not an integer', async (name) => {
    expect(await bob.client.get(`${ada.at}/events`, { [name]: 'two' })).toEqual(
      answered(400, { message: { [name]: ['is invalid'] } }),
    );
  });
});
