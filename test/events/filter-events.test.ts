import { startForge, type Forge } from '../support/app.js';
import { VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { answered } from '../support/expected-responses.js';

interface Event {
  action_name: string;
  target_type: string | null;
}

/** Events on four days: created 10 January, opened 11, commented 12, closed 13. */
describe('GET /users/:id/events with filters', () => {
  let forge: Forge;
  let ada: SeededUser;

  beforeAll(async () => {
    forge = await startForge();
    ada = await forge.seed.user();
    const project = await forge.seed.project(ada, { visibility_level: VISIBILITY.public });
    const at = (day: number) => ({ created_at: `2026-01-${day}T23:59:59.999Z` });
    const { body: issue } = await ada.client.post<Resource>(`${project.at}/issues`, {
      ...at(11),
      title: 'It hums',
    });
    const issueAt = `${project.at}/issues/${issue.id}`;
    await ada.client.post(`${issueAt}/notes`, { ...at(12), body: 'Loudly.' });
    const { body: request } = await ada.client.post<Resource>(`${project.at}/merge_requests`, {
      title: 'Oil it',
      source_branch: 'oil',
      target_branch: 'master',
    });
    await ada.client.put(`${project.at}/merge_requests/${request.id}`, { state_event: 'merge' });
  });
  afterAll(() => forge.close());

  const list = (query: Record<string, string>) =>
    ada.client.get<Event[]>(`${ada.at}/events`, query);
  const listNames = async (query: Record<string, string>) =>
    (await list(query)).body.map(({ action_name, target_type }) =>
      [action_name, target_type].join(' '),
    );

  it('returns all events without filters, newest first', async () => {
    expect(await listNames({})).toEqual([
      ...['accepted MergeRequest', 'opened MergeRequest', 'created '],
      ...['commented on Note', 'opened Issue'],
    ]);
  });

  it('returns the oldest first with sort=asc', async () => {
    expect(await listNames({ sort: 'asc' })).toEqual((await listNames({})).reverse());
  });

  it.each([
    [{ action: 'opened' }, ['opened MergeRequest', 'opened Issue']],
    [{ action: 'commented on' }, ['commented on Note']],
    [{ action: 'pushed to' }, []],
    [{ target_type: 'Note' }, ['commented on Note']],
    [{ target_type: 'note' }, ['commented on Note']],
    [{ target_type: 'Issue' }, ['opened Issue']],
    [{ target_type: 'merge_request' }, ['accepted MergeRequest', 'opened MergeRequest']],
    [{ action: 'opened', target_type: 'Issue' }, ['opened Issue']],
    [{ before: '2026-01-12' }, ['opened Issue']],
    [{ before: '2026-01-13' }, ['commented on Note', 'opened Issue']],
    [{ after: '2026-01-11', before: '2026-01-13' }, ['commented on Note']],
    [{ after: '2026-01-12' }, ['accepted MergeRequest', 'opened MergeRequest', 'created ']],
    [{ before: '', after: '' }, undefined],
  ])('returns only the events that match %j', async (query, expected) => {
    expect(await listNames(query as Record<string, string>)).toEqual(
      expected ?? (await listNames({})),
    );
  });

  it('counts matching events and returns them by cursor', async () => {
    const { headers } = await list({ action: 'opened', per_page: '1' });
    expect(headers.get('X-Total')).toBe('2');
    const first = await list({ action: 'opened', per_page: '1', pagination: 'keyset' });
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('Link') ?? '')?.[1] ?? '';
    const { body } = await ada.client.get<Event[]>(next);
    expect(body.map(({ target_type }) => target_type)).toEqual(['Issue']);
  });

  it.each([
    [{ action: 'danced' }, { action: ['does not have a valid value'] }],
    [{ target_type: 'Milestone' }, { target_type: ['does not have a valid value'] }],
    [{ before: 'yesterday' }, { before: ['is invalid'] }],
    [{ after: '2026-02-30' }, { after: ['is invalid'] }],
    [{ sort: 'up' }, { sort: ['does not have a valid value'] }],
  ])('returns 400 for %j', async (query, message) => {
    expect(await list(query as unknown as Record<string, string>)).toEqual(
      answered(400, { message }),
    );
  });
});
