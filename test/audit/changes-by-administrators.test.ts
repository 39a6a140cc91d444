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

  it('records no rejected request, and only one event for a repeated Idempotency-Key', async () => {
    const issue = await forge.seed.issue(project, ada);
    before = await lastAuditId(forge);
    const asAda = forge.root.sudo(ada.id);
    await asAda.get('/projects/999999');
    await asAda.get('/projects/all');
    const keyed = asAda.with({ 'Idempotency-Key': 'sudo' });
    for (let n = 0; n < 2; n++) await keyed.post(`${issue.at}/notes`, { body: 'once' });
    expect(await actions()).toEqual(['sudo.used']);
  });
});
