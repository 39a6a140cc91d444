import { startForge, type Forge } from '../support/app.js';
import { viewOf } from '../support/project-views.js';
import { LEVEL, VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { answered, TIMESTAMP, userView } from '../support/expected-responses.js';

describe('PUT /projects/:id/merge_requests/:merge_request_id', () => {
  let forge: Forge;
  let owner: SeededUser;
  let developer: SeededUser;
  let reporter: SeededUser;
  /** Was a developer when the merge request was opened. */
  let former: SeededUser;
  let project: Resource;
  let mergeRequest: Resource;
  let shown: object;

  beforeAll(async () => {
    forge = await startForge();
    [owner, developer] = [await forge.seed.user(), await forge.seed.user()];
    [reporter, former] = [await forge.seed.user(), await forge.seed.user()];
    project = await forge.seed.project(owner, { visibility_level: VISIBILITY.public });
    await forge.seed.member(project, developer, LEVEL.developer);
    await forge.seed.member(project, reporter, LEVEL.reporter);
  });
  beforeEach(async () => {
    await forge.seed.member(project, former, LEVEL.developer);
    const given = { title: 'Before', description: 'Old', target_branch: 'old' };
    mergeRequest = await forge.seed.mergeRequest(project, former, given);
    await forge.root.delete(`${project.at}/members/${former.id}`);
    shown = { ...viewOf(mergeRequest), updated_at: TIMESTAMP };
  });
  afterAll(() => forge.close());

  const update = (given: object, by = developer) => by.client.put(mergeRequest.at, given);
  const forbidden = () => answered(403, { message: '403 Forbidden' });

  it('returns 200 and the merge request with every given field', async () => {
    const given = { title: 'WIP: After', description: 'New', target_branch: 'new' };
    const answer = await update({ ...given, assignee_id: owner.id, state_event: 'close' });
    const changes = { assignee: userView(forge, owner), state: 'closed', work_in_progress: true };
    expect(answer).toEqual(answered(200, { ...shown, ...given, ...changes }));
  });

  it('stores what it returned', async () => {
    const { body } = await update({ title: 'After', state_event: 'merge' });
    expect(await former.client.get(mergeRequest.at)).toEqual(answered(200, body));
  });

  it.each([
    ['nothing', {}, {}],
    ['null', { title: null, target_branch: null, state_event: null }, {}],
    ['what it does not know', { iid: 9, author_id: 1, state: 'merged', source_branch: 'x' }, {}],
    ['a target_branch', { target_branch: 'new' }, { target_branch: 'new' }],
    ['no description', { description: '' }, { description: null }],
  ])('changes only what is given: %s', async (_, given, changes) => {
    expect(await update(given)).toEqual(answered(200, { ...shown, ...changes }));
  });

  it('keeps updated_at if nothing changes', async () => {
    const again = { title: 'Before', description: 'Old', target_branch: 'old', assignee_id: 0 };
    expect((await update({ ...again, state_event: 'reopen' })).body).toEqual(viewOf(mergeRequest));
  });

  it.each([
    [{ title: '' }, { title: ["can't be blank"] }],
    [{ title: '\u3164' }, { title: ["can't be blank"] }],
    [{ title: 'x'.repeat(256) }, { title: ['is too long (maximum is 255 characters)'] }],
    [{ target_branch: 'a\nb' }, { target_branch: ['should be a single line'] }],
    [{ state_event: 'merged' }, { state_event: ['does not have a valid value'] }],
    [{ state_event: '' }, { state_event: ['does not have a valid value'] }],
    [{ assignee_id: 999_999 }, { assignee_id: ['is invalid'] }],
    [
      { title: [], target_branch: '', state_event: 1 },
      {
        title: ['is invalid'],
        target_branch: ["can't be blank"],
        state_event: ['does not have a valid value'],
      },
    ],
  ])('returns 400 for %.50j and changes nothing', async (given, message) => {
    expect(await update({ description: 'New', ...given })).toEqual(answered(400, { message }));
    expect((await former.client.get(mergeRequest.at)).body).toEqual(shown);
  });

  it.each([null, '', 0])('removes the assignee with %p', async (assignee_id) => {
    await update({ assignee_id: owner.id });
    expect(await update({ assignee_id })).toEqual(answered(200, shown));
  });

  it('lets its author, its assignee, developers and above and administrators change it', async () => {
    const assignee = await forge.seed.user();
    await update({ assignee_id: assignee.id });
    for (const { client } of [former, assignee, developer, owner]) {
      expect((await client.put(mergeRequest.at, { description: 'x' })).status).toBe(200);
    }
    expect((await forge.root.put(mergeRequest.at, {})).status).toBe(200);
  });

  it('returns 403 to others who see it before it validates the parameters', async () => {
    const outsider = await forge.seed.user();
    expect(await update({ title: '' }, reporter)).toEqual(forbidden());
    expect(await update({ title: '' }, outsider)).toEqual(forbidden());
    expect(await forge.root.sudo(reporter.id).put(mergeRequest.at, {})).toEqual(forbidden());
  });

  it('ignores assignee_id from an author below developer, even if it is invalid', async () => {
    for (const assignee_id of [owner.id, 999_999, 'nobody']) {
      expect(await update({ assignee_id }, former)).toEqual(answered(200, shown));
    }
  });

  it('lets an author below developer close and reopen it, but not merge it', async () => {
    expect((await update({ state_event: 'close' }, former)).status).toBe(200);
    expect((await update({ state_event: 'reopen' }, former)).status).toBe(200);
    expect(await update({ title: 'After', state_event: 'merge' }, former)).toEqual(forbidden());
    expect((await former.client.get(mergeRequest.at)).body).toEqual({
      ...shown,
      state: 'reopened',
    });
  });

  it('returns 404 below another project', async () => {
    const elsewhere = await forge.seed.project(owner);
    const path = `${elsewhere.at}/merge_requests/${mergeRequest.id}`;
    expect(await owner.client.put(path, {})).toEqual(
      answered(404, { message: '404 Merge Request Not Found' }),
    );
  });
});
