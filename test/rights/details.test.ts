import { startForge, type Forge } from '../support/app.js';
import { Interleaving } from '../support/interleaving.js';
import type { Answer } from '../support/client.js';
import { LEVEL, VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';

let forge: Forge;
let ada: SeededUser;
let bob: SeededUser;
let project: Resource;
let issue: Resource;
beforeAll(async () => {
  forge = await startForge();
});
afterAll(() => forge.close());
beforeEach(async () => {
  [ada, bob] = [await forge.seed.user(), await forge.seed.user()];
  project = await forge.seed.project(ada, { visibility_level: VISIBILITY.public });
  issue = await forge.seed.issue(project, ada, { assignee_id: bob.id });
});

async function during(send: () => Promise<Answer>, act: () => Promise<unknown>) {
  const interleaving = new Interleaving(forge);
  const { answer } = await interleaving.hold(send);
  await act();
  interleaving.release();
  const { status, body } = await answer;
  return [status, (body as { message?: unknown }).message];
}

describe('a request that waits while something else decides about its rights', () => {
  it('returns 403 to the former assignee of an issue', async () => {
    const update = () => bob.client.put(issue.at, { description: 'd' });
    const assign = () => ada.client.put(issue.at, { assignee_id: ada.id });
    expect(await during(update, assign)).toEqual([403, '403 Forbidden']);
  });

  it('returns 404 to the former assignee of a confidential issue', async () => {
    await ada.client.put(issue.at, { confidential: true });
    const comment = () => bob.client.post(`${issue.at}/notes`, { body: 'b' });
    const assign = () => ada.client.put(issue.at, { assignee_id: ada.id });
    expect(await during(comment, assign)).toEqual([404, '404 Issue Not Found']);
  });

  it.each([
    ['an address', () => bob.client.post('/user/emails', { email: 'bob@example.net' })],
    ['a note', () => bob.client.post(`${issue.at}/notes`, { body: 'b' })],
  ])('returns 401 to a caller whose token was reset, and does not add %s', async (_, send) => {
    const reset = () => forge.root.post(`${bob.at}/private_token/reset`);
    expect(await during(send, reset)).toEqual([401, '401 Unauthorized']);
    expect((await forge.root.get(`${bob.at}/emails`)).body).toEqual([]);
    expect((await ada.client.get(`${issue.at}/notes`)).body).toEqual([]);
  });

  it('returns 401 to an author whose token was reset, and does not change the note', async () => {
    const note = await forge.seed.note(issue, bob, { body: 'before' });
    const change = () => bob.client.put(note.at, { body: 'after' });
    const reset = () => forge.root.post(`${bob.at}/private_token/reset`);
    expect(await during(change, reset)).toEqual([401, '401 Unauthorized']);
    expect((await ada.client.get(note.at)).body).toMatchObject({ body: 'before' });
  });

  it('does not return the token of another user to an administrator who is demoted', async () => {
    const deputy = await forge.seed.admin({});
    const show = () => deputy.client.get(`/user?sudo=${bob.id}`);
    const demote = () => forge.root.put(deputy.at, { admin: false });
    const refusal = '403 Forbidden  - Must be admin to use sudo';
    expect(await during(show, demote)).toEqual([403, refusal]);
  });

  it('returns 403 to an administrator who is demoted, and does not block the user', async () => {
    const deputy = await forge.seed.admin({});
    const block = () => deputy.client.put(`${bob.at}/block`);
    const demote = () => forge.root.put(deputy.at, { admin: false });
    expect(await during(block, demote)).toEqual([403, '403 Forbidden']);
    expect((await forge.root.get(bob.at)).body).toMatchObject({ state: 'active' });
  });

  it('creates the note of a user who gains a right', async () => {
    const comment = () => bob.client.post(`${issue.at}/notes`, { body: 'b' });
    const promote = () => forge.root.put(bob.at, { admin: true });
    expect(await during(comment, promote)).toEqual([201, undefined]);
  });

  it('changes the note of a user who keeps the right in another way', async () => {
    const note = await forge.seed.note(issue, ada);
    await forge.seed.member(project, bob, LEVEL.master);
    await forge.root.put(bob.at, { admin: true });
    const change = () => bob.client.put(note.at, { body: 'changed' });
    const demote = () => forge.root.put(bob.at, { admin: false });
    expect(await during(change, demote)).toEqual([200, undefined]);
    expect((await ada.client.get(note.at)).body).toMatchObject({ body: 'changed' });
  });

  it('returns 403 if the owner who set the time of a note has become an ordinary user', async () => {
    const created_at = '2020-01-01T00:00:00.000Z';
    await forge.root.put(bob.at, { admin: true });
    const comment = () => bob.client.post(`${issue.at}/notes`, { body: 'b', created_at });
    const demote = () => forge.root.put(bob.at, { admin: false });
    expect(await during(comment, demote)).toEqual([403, '403 Forbidden']);
  });

  it('returns 403 if the caller behind sudo who set the time has become an ordinary user', async () => {
    const given = { title: 'Old', created_at: '2020-01-01T00:00:00.000Z' };
    await forge.root.put(bob.at, { admin: true });
    const create = () => bob.client.sudo(ada.id).post(`${project.at}/issues`, given);
    const demote = () => forge.root.put(bob.at, { admin: false });
    const refusal = '403 Forbidden  - Must be admin to use sudo';
    expect(await during(create, demote)).toEqual([403, refusal]);
  });

  it('returns 403 to a member who may no longer assign issues', async () => {
    await forge.seed.member(project, bob, LEVEL.reporter);
    const update = () => bob.client.put(issue.at, { assignee_id: ada.id });
    const demote = () =>
      ada.client.put(`${project.at}/members/${bob.id}`, { access_level: LEVEL.guest });
    expect(await during(update, demote)).toEqual([403, '403 Forbidden']);
  });

  it('returns 403 to a member who may no longer set labels, and creates none', async () => {
    await forge.seed.member(project, bob, LEVEL.reporter);
    const update = () => bob.client.put(issue.at, { labels: 'bug' });
    const demote = () =>
      ada.client.put(`${project.at}/members/${bob.id}`, { access_level: LEVEL.guest });
    expect(await during(update, demote)).toEqual([403, '403 Forbidden']);
    expect((await ada.client.get(`${project.at}/labels`)).body).toEqual([]);
  });

  it('returns 401 after the caller was deleted', async () => {
    const comment = () => bob.client.post(`${issue.at}/notes`, { body: 'b' });
    expect(await during(comment, () => forge.root.delete(bob.at))).toEqual([
      401,
      '401 Unauthorized',
    ]);
  });

  it('counts the quota of an administrator who was demoted', async () => {
    await forge.root.put(bob.at, { admin: true, projects_limit: 0 });
    const create = () => bob.client.post('/projects', { name: 'P' });
    const demote = () => forge.root.put(bob.at, { admin: false });
    expect(await during(create, demote)).toEqual([
      403,
      '403 Forbidden  - The limit of projects is reached',
    ]);
  });

  it('returns 401 for a sign-in of a user who is blocked meanwhile', async () => {
    const { username: login, password } = bob;
    const signIn = () => forge.anonymous.post('/session', { login, password });
    const block = () => forge.root.put(`${bob.at}/block`);
    expect(await during(signIn, block)).toEqual([401, '401 Unauthorized']);
  });

  it('returns 401 for a sign-in with a password that the user changes meanwhile', async () => {
    const { username: login, password } = bob;
    const signIn = () => forge.anonymous.post('/session', { login, password });
    const change = async () => {
      const passwords = { current_password: password, password: 'a new password' };
      expect((await bob.client.put('/user/password', passwords)).status).toBe(200);
    };
    expect(await during(signIn, change)).toEqual([401, '401 Unauthorized']);
    const after = await forge.anonymous.post('/session', { login, password: 'a new password' });
    expect(after.status).toBe(201);
  });

  it('returns 401 for a sign-in with a password that an administrator replaces meanwhile', async () => {
    const { username: login, password } = bob;
    const signIn = () => forge.anonymous.post('/session', { login, password });
    const replace = () => forge.root.put(bob.at, { password: 'a new password' });
    expect(await during(signIn, replace)).toEqual([401, '401 Unauthorized']);
  });
});
