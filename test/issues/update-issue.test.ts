import { startForge, type Forge } from '../support/app.js';
import { LEVEL, VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { viewOf } from '../support/project-views.js';
import { answered, TIMESTAMP, userView } from '../support/expected-responses.js';

describe('PUT /projects/:id/issues/:issue_id', () => {
  let forge: Forge;
  let owner: SeededUser;
  let reporter: SeededUser;
  let author: SeededUser;
  let other: SeededUser;
  let project: Resource;
  let issue: Resource;
  let shown: object;

  beforeAll(async () => {
    forge = await startForge();
    [owner, reporter] = [await forge.seed.user(), await forge.seed.user()];
    [author, other] = [await forge.seed.user(), await forge.seed.user()];
    project = await forge.seed.project(owner, { visibility_level: VISIBILITY.public });
    await forge.seed.member(project, reporter, LEVEL.reporter);
  });
  beforeEach(async () => {
    issue = await forge.seed.issue(project, author, { title: 'Before', description: 'Old' });
    shown = { ...viewOf(issue), updated_at: TIMESTAMP };
  });
  afterAll(() => forge.close());

  const update = (given: object, by = reporter) => by.client.put(issue.at, given);

  it('returns 200 and the issue with every given field', async () => {
    const given = { title: 'After', description: 'New', confidential: true };
    const answer = await update({ ...given, assignee_id: author.id, state_event: 'close' });
    const assignee = userView(forge, author);
    expect(answer).toEqual(answered(200, { ...shown, ...given, assignee, state: 'closed' }));
  });

  it('stores what it returned', async () => {
    const { body } = await update({ title: 'After', assignee_id: author.id });
    expect(await author.client.get(issue.at)).toEqual(answered(200, body));
  });

  it.each([
    ['nothing', {}, {}],
    ['null', { title: null, confidential: null, assignee_id: null, state_event: null }, {}],
    ['what it does not know', { iid: 9, author_id: 1, state: 'closed', created_at: 'x' }, {}],
    ['a description', { description: 'New' }, { description: 'New' }],
    ['an empty description', { description: '' }, { description: null }],
    ['no description', { description: null }, { description: null }],
    ['confidential as a form spells it', { confidential: 'On' }, { confidential: true }],
  ])('changes only what is given: %s', async (_, given, changes) => {
    expect(await update(given)).toEqual(answered(200, { ...shown, ...changes }));
  });

  it.each([
    [{ title: '' }, { title: ["can't be blank"] }],
    [{ title: '\u2800' }, { title: ["can't be blank"] }],
    [{ title: 'x'.repeat(256) }, { title: ['is too long (maximum is 255 characters)'] }],
    [{ title: 'a\nb' }, { title: ['should be a single line'] }],
    [{ state_event: 'merge' }, { state_event: ['does not have a valid value'] }],
    [{ state_event: 'closed' }, { state_event: ['does not have a valid value'] }],
    [{ assignee_id: 999_999 }, { assignee_id: ['is invalid'] }],
    [
      { title: [], confidential: 'x', state_event: '' },
      {
        title: ['is invalid'],
        confidential: ['is invalid'],
        state_event: ['does not have a valid value'],
      },
    ],
  ])('returns 400 for %.50j and changes nothing', async (given, message) => {
    expect(await update({ description: 'New', ...given })).toEqual(answered(400, { message }));
    expect((await author.client.get(issue.at)).body).toEqual(shown);
  });

  it.each([null, '', 0])('removes the assignee with %p', async (assignee_id) => {
    await update({ assignee_id: author.id });
    expect(await update({ assignee_id })).toEqual(answered(200, shown));
  });

  it('keeps updated_at if nothing changes', async () => {
    const again = { title: 'Before', description: 'Old', confidential: false };
    const { body } = await update({ ...again, state_event: 'reopen' });
    expect(body).toEqual(viewOf(issue));
  });

  it('lets its author, its assignee, reporters and above and administrators change it', async () => {
    const assignee = await forge.seed.user();
    await update({ assignee_id: assignee.id });
    for (const client of [author, assignee, reporter, owner].map((user) => user.client)) {
      expect((await client.put(issue.at, { description: 'x' })).status).toBe(200);
    }
    expect((await forge.root.put(issue.at, {})).status).toBe(200);
  });

  it('returns 403 to others who see it before it validates the parameters', async () => {
    const guest = await forge.seed.user();
    await forge.seed.member(project, guest, LEVEL.guest);
    const refused = answered(403, { message: '403 Forbidden' });
    expect(await update({ title: '' }, other)).toEqual(refused);
    expect(await update({ title: '' }, guest)).toEqual(refused);
    expect(await forge.root.sudo(other.id).put(issue.at, {})).toEqual(refused);
  });

  it('ignores assignee_id from an author below reporter, even if it is invalid', async () => {
    for (const assignee_id of [other.id, 999_999, 'nobody']) {
      expect(await update({ assignee_id }, author)).toEqual(answered(200, shown));
    }
  });

  it('removes the assignee with 0', async () => {
    await update({ assignee_id: author.id });
    expect((await update({ assignee_id: 0 })).body).toEqual(shown);
  });

  it('returns an issue to the assignee who made it confidential, and still shows it', async () => {
    await update({ assignee_id: other.id });
    const { body } = await update({ confidential: true }, other);
    expect(body).toEqual({ ...shown, confidential: true, assignee: userView(forge, other) });
    expect((await other.client.get(issue.at)).status).toBe(200);
    await update({ assignee_id: 0 });
    expect((await other.client.get(issue.at)).status).toBe(404);
  });

  it('returns 404 below another project', async () => {
    const elsewhere = await forge.seed.project(owner);
    expect(await owner.client.put(`${elsewhere.at}/issues/${issue.id}`, {})).toEqual(
      answered(404, { message: '404 Issue Not Found' }),
    );
  });
});
