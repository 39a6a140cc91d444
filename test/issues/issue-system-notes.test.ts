import { startForge, type Forge } from '../support/app.js';
import { VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { noteView } from '../support/project-views.js';
import { answered } from '../support/expected-responses.js';

interface Note {
  id: number;
  body: string;
  system: boolean;
}

describe('A change of an issue', () => {
  let forge: Forge;
  let owner: SeededUser;
  let ada: SeededUser;
  let issue: Resource;

  beforeAll(async () => {
    forge = await startForge();
    [owner, ada] = [await forge.seed.user(), await forge.seed.user({ username: 'ada' })];
  });
  beforeEach(async () => {
    await forge.root.put(owner.at, { projects_limit: 100 });
    const project = await forge.seed.project(owner, { visibility_level: VISIBILITY.public });
    issue = await forge.seed.issue(project, ada, { title: 'Before' });
  });
  afterAll(() => forge.close());

  const change = (given: object, by = owner) => by.client.put<{ state: string }>(issue.at, given);
  const notes = async () => (await ada.client.get<Note[]>(`${issue.at}/notes`)).body;
  const written = async () => (await notes()).map(({ body }) => body);

  it('creates a system note by the user who changed it', async () => {
    await change({ state_event: 'close' }, ada);
    const { body } = await ada.client.get<Note[]>(`${issue.at}/notes`);
    const { id } = body[0];
    expect(body).toEqual([noteView(issue, ada, { id, body: 'closed', system: true })]);
    expect(await ada.client.get(`${issue.at}/notes/${id}`)).toEqual(answered(200, body[0]));
  });

  it.each([
    ['closed', [{ state_event: 'close' }], ['closed']],
    ['reopened', [{ state_event: 'close' }, { state_event: 'reopen' }], ['closed', 'reopened']],
    ['another title', [{ title: 'After' }], ['changed title from **Before** to **After**']],
    [
      'a title in another case',
      [{ title: 'before' }],
      ['changed title from **Before** to **before**'],
    ],
    ['stars in a title', [{ title: '**' }], ['changed title from **Before** to ******']],
    [
      'everything at once',
      [{ title: 'After', state_event: 'close' }],
      ['changed title from **Before** to **After**', 'closed'],
    ],
  ])('creates system notes for: %s', async (_, changes, bodies) => {
    for (const given of changes) await change(given);
    expect(await written()).toEqual(bodies);
  });

  it('creates a system note for an assignee', async () => {
    await change({ assignee_id: ada.id });
    expect(await written()).toEqual(['assigned to @ada']);
  });

  it.each([
    ['the same title', { title: 'Before' }],
    ['a description', { description: 'x' }],
    ['confidential', { confidential: true }],
    ['nobody for nobody', { assignee_id: 0 }],
    ['opening what is open', { state_event: 'reopen' }],
    ['nothing', {}],
  ])('creates no note for %s', async (_, given) => {
    await change(given);
    expect(await written()).toEqual([]);
  });

  it('creates no note if nothing changes', async () => {
    const given = { title: 'After', assignee_id: ada.id, state_event: 'close' };
    await change(given);
    const before = await notes();
    await change(given);
    expect(await notes()).toEqual(before);
  });

  it('moves through the states opened, closed, reopened, closed', async () => {
    const states = [];
    for (const state_event of ['close', 'close', 'reopen', 'reopen', 'close']) {
      states.push((await change({ state_event })).body.state);
    }
    expect(states).toEqual(['closed', 'closed', 'reopened', 'reopened', 'closed']);
    expect(await written()).toEqual(['closed', 'reopened', 'closed']);
  });

  it('creates one note for ten concurrent closings', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => change({ state_event: 'close' })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(await written()).toEqual(['closed']);
  });

  it('links each title to the one before when titles change concurrently', async () => {
    const titles = ['1', '2', '3', '4', '5'];
    await Promise.all(titles.map((title) => change({ title })));
    const steps = (await written()).map((text) => /\*\*(.*)\*\* to \*\*(.*)\*\*/.exec(text) ?? []);
    const [from, to] = [1, 2].map((part) => steps.map((step) => step[part]));
    expect(from).toEqual(['Before', ...(to ?? []).slice(0, -1)]);
    expect([...(to ?? [])].sort()).toEqual(titles);
  });

  it('cannot be imitated: notes of users are never system notes', async () => {
    const note = { body: 'closed', system: true };
    const { body } = await ada.client.post<Note>(`${issue.at}/notes`, note);
    expect(body.system).toBe(false);
  });
});
