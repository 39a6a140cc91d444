import { startForge, type Forge } from '../support/app.js';
import { LEVEL, VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { auditRows, lastAuditId } from './rows.js';

describe('The audit trail', () => {
  let forge: Forge;
  let ada: SeededUser;
  let judy: SeededUser;
  let project: Resource;
  let issue: Resource;
  let before: number;
  beforeAll(async () => {
    forge = await startForge();
    ada = await forge.seed.user();
    judy = await forge.seed.admin();
    project = await forge.seed.project(ada, { visibility_level: VISIBILITY.public });
    issue = await forge.seed.issue(project, ada);
  });
  beforeEach(async () => {
    before = await lastAuditId(forge);
  });
  afterAll(() => forge.close());

  const rows = () => auditRows(forge, before);
  const authorOf = ({ id, username }: SeededUser) => ({ id, username });

  it('has what an administrator changes in the project of another user', async () => {
    const change = { name: 'Changed', visibility_level: VISIBILITY.internal, description: 'New' };
    expect((await judy.client.put(project.at, change)).status).toBe(200);
    expect(await rows()).toMatchObject([
      {
        ...{ action: 'project.updated', caller_id: judy.id, actor_id: judy.id },
        ...{ subject_type: 'project', subject_id: project.id },
        details: {
          owner: authorOf(ada),
          changes: { visibility_level: { from: VISIBILITY.public, to: VISIBILITY.internal } },
          description_changed: true,
        },
      },
    ]);
    expect(JSON.stringify(await rows())).not.toContain('New');
    await judy.client.put(project.at, change);
    expect(await rows()).toHaveLength(1);
  });

  it('has which parameters an administrator changes of an issue, and none of its texts', async () => {
    await judy.client.put(issue.at, { description: 'secret text', state_event: 'close' });
    const parameters = ['description', 'state_event'];
    expect(await rows()).toMatchObject([
      {
        ...{ action: 'issue.updated', subject_type: 'issue', subject_id: issue.id },
        details: { author: authorOf(ada), project: project.id, parameters },
      },
    ]);
    expect(JSON.stringify(await rows())).not.toContain('secret');
    await judy.client.put(issue.at, { description: 'secret text' });
    expect(await rows()).toHaveLength(1);
  });

  it('has the note that an administrator changes', async () => {
    const note = await forge.seed.note(issue, ada);
    const changed = await judy.client.put(note.at, { body: 'secret text' });
    expect(changed).toMatchObject({ status: 200, body: { body: 'secret text' } });
    const noteable = { type: 'Issue', id: issue.id };
    expect(await rows()).toMatchObject([
      {
        ...{ action: 'note.updated', subject_type: 'note', subject_id: note.id },
        details: { author: authorOf(ada), project: project.id, noteable, parameters: ['body'] },
      },
    ]);
    expect(JSON.stringify(await rows())).not.toContain('secret');
  });

  it('has what an administrator creates in a private project without a role there', async () => {
    const hidden = await forge.seed.project(ada);
    before = await lastAuditId(forge);
    const title = 'Title';
    const text = { description: 'secret text' };
    const in2001 = '2001-02-03T04:05:06.000Z';
    const created = await forge.seed.issue(hidden, judy, { title, ...text, created_at: in2001 });
    const change = await forge.seed.mergeRequest(hidden, judy, { title, ...text });
    const snippet = await forge.seed.snippet(hidden, judy, { title, code: 'secret text' });
    const note = await forge.seed.note(change, judy, { body: 'secret text', created_at: in2001 });
    const later = await forge.seed.note(change, judy, { body: 'secret text' });
    const give = async (at: string, body: object) => {
      const { body: award } = await judy.client.post<{ id: number }>(at, body);
      return { award: award.id, project: hidden.id };
    };
    const onNote = await give(`${note.at}/award_emoji`, { name: 'tada' });
    // A note that is exactly one emoji becomes an award.
    const onSnippet = await give(`${snippet.at}/notes`, { body: ':tada:' });
    const ref = 'refs/heads/main';
    const pushed = { before: '0'.repeat(40), after: 'a'.repeat(40), ref };
    expect((await judy.client.post(`${hidden.at}/push_events`, pushed)).status).toBe(201);
    const place = { project: hidden.id };
    const on = (subject_type: string, subject_id: number, details: object) => ({
      ...{ caller_id: judy.id, actor_id: judy.id, subject_type, subject_id, details },
    });
    const noteable = { type: 'MergeRequest', id: change.id };
    const recorded = await rows();
    expect(recorded.map(({ action }) => action)).toEqual([
      ...['issue.created', 'merge_request.created', 'snippet.created', 'note.created'],
      ...['note.created', 'award.added', 'award.added', 'push_event.created'],
    ]);
    expect(recorded).toMatchObject([
      on('issue', created.id, { title, ...place, created_at: in2001 }),
      on('merge_request', change.id, { title, ...place }),
      on('snippet', snippet.id, { title, ...place }),
      on('note', note.id, { ...place, noteable, created_at: in2001 }),
      on('note', later.id, { ...place, noteable }),
      on('note', note.id, { ...onNote, name: 'tada' }),
      on('snippet', snippet.id, { ...onSnippet, name: 'tada' }),
      on('project', hidden.id, { ...place, event: expect.any(Number) as number, ref }),
    ]);
    expect(recorded[4]?.details).not.toHaveProperty('created_at');
    expect(JSON.stringify(recorded)).not.toContain('secret');
  });

  it('has no creation that is undone', async () => {
    const emoji = { name: 'moon' };
    expect((await judy.client.post(`${issue.at}/award_emoji`, emoji)).status).toBe(201);
    expect((await judy.client.post(`${issue.at}/award_emoji`, emoji)).status).toBe(409);
    expect(await rows()).toHaveLength(1);
  });

  it('has no creation by authors, members, and administrators with a role of their own', async () => {
    const bob = await forge.seed.user();
    const own = await forge.seed.project(judy);
    const joined = await forge.seed.project(ada);
    await forge.seed.member(joined, judy, LEVEL.guest);
    await forge.seed.member(joined, bob, LEVEL.developer);
    before = await lastAuditId(forge);
    for (const [place, author] of [
      [own, judy],
      [joined, judy],
      [joined, bob],
      [joined, ada],
    ] as const) {
      await forge.seed.issue(place, author);
      const change = await forge.seed.mergeRequest(place, author);
      await forge.seed.snippet(place, author);
      const note = await forge.seed.note(change, author);
      await author.client.post(`${note.at}/award_emoji`, { name: 'tada' });
    }
    expect(await rows()).toEqual([]);
  });

  it('has no changes by authors, members, and administrators of what is their own', async () => {
    const bob = await forge.seed.user();
    await forge.seed.member(project, bob, LEVEL.master);
    const note = await forge.seed.note(issue, ada);
    const own = await forge.seed.project(judy);
    before = await lastAuditId(forge);
    await ada.client.put(project.at, { name: 'Mine' });
    await ada.client.put(note.at, { body: 'mine' });
    await bob.client.put(note.at, { body: 'by a master' });
    await bob.client.put(issue.at, { title: 'by a master' });
    await judy.client.put(own.at, { name: 'Mine' });
    expect(await rows()).toEqual([]);
  });

  it('has every deletion, also of an own note and of an own award', async () => {
    const note = await forge.seed.note(issue, ada);
    const award = await ada.client.post<{ id: number }>(`${note.at}/award_emoji`, { name: 'tada' });
    await ada.client.delete(`${note.at}/award_emoji/${award.body.id}`);
    await ada.client.delete(note.at);
    expect(await rows()).toMatchObject([
      {
        ...{ action: 'award.removed', subject_type: 'note', subject_id: note.id },
        details: { award: award.body.id, name: 'tada', giver: authorOf(ada) },
      },
      { action: 'note.deleted', subject_id: note.id, details: { author: authorOf(ada) } },
    ]);
  });
});

describe('The audit trail of sudo', () => {
  let forge: Forge;
  let ada: SeededUser;
  let project: Resource;
  let before: number;
  beforeAll(async () => {
    forge = await startForge();
    ada = await forge.seed.user();
    project = await forge.seed.project(ada, { visibility_level: VISIBILITY.public });
  });
  afterAll(() => forge.close());

  const actions = async () => (await auditRows(forge, before)).map(({ action }) => action);

  it('has one event of a change of visibility, which has several transactions', async () => {
    const issue = await forge.seed.issue(project, ada);
    const snippet = await forge.seed.snippet(project, ada);
    for (const on of [issue, snippet]) await forge.seed.note(on, ada);
    before = await lastAuditId(forge);
    const asAda = forge.root.sudo(ada.id);
    await asAda.put(issue.at, { confidential: true });
    await asAda.put(issue.at, { confidential: false });
    await asAda.put(snippet.at, { visibility_level: VISIBILITY.private });
    expect(await actions()).toEqual(['sudo.used', 'sudo.used', 'sudo.used']);
  });

  it('has the reads and the changes without effect, with method, path and both users', async () => {
    before = await lastAuditId(forge);
    const asAda = forge.root.sudo(ada.username);
    await asAda.get(`${project.at}/issues?per_page=1`);
    await asAda.send('HEAD', project.at);
    await asAda.put(project.at, {});
    const used = (method: string, path: string) => ({
      ...{ action: 'sudo.used', caller_id: 1, actor_id: ada.id, subject_id: ada.id },
      details: { username: ada.username, method, path: `/api/v3${path}` },
    });
    expect(await auditRows(forge, before)).toMatchObject([
      used('GET', `${project.at}/issues`),
      used('HEAD', project.at),
      used('PUT', project.at),
    ]);
  });

  it('has what is created as an ordinary user once, and as an administrator with its subject', async () => {
    const judy = await forge.seed.admin();
    before = await lastAuditId(forge);
    const issues = `${project.at}/issues`;
    await forge.root.sudo(ada.id).post(issues, { title: 'As the owner' });
    await forge.root.sudo(judy.id).post(issues, { title: 'As an administrator' });
    expect(await auditRows(forge, before)).toMatchObject([
      { action: 'sudo.used', caller_id: 1, actor_id: ada.id },
      { action: 'issue.created', caller_id: 1, actor_id: judy.id, subject_type: 'issue' },
    ]);
  });

  it('records no rejected request', async () => {
    before = await lastAuditId(forge);
    const asAda = forge.root.sudo(ada.id);
    await asAda.get('/projects/999999');
    await asAda.get('/projects/all');
    expect(await actions()).toEqual([]);
  });
});
