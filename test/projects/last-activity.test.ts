import { startForge, type Forge } from '../support/app.js';
import { write } from '../support/internals.js';
import { LEVEL, VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';

const LONG_AGO = '1970-01-01T00:00:01.000Z';

let forge: Forge;
let owner: SeededUser;
let project: Resource;
beforeAll(async () => {
  forge = await startForge();
  owner = await forge.seed.user();
});
beforeEach(async () => {
  project = await forge.seed.project(owner);
  await write(forge, 'UPDATE projects SET last_activity_at = 1000 WHERE id = :id', {
    id: project.id,
  });
});
afterAll(() => forge.close());

const lastActivity = async () =>
  (await owner.client.get<Resource>(project.at)).body['last_activity_at'];

const show = (visibility_level: number) => owner.client.put(project.at, { visibility_level });

describe('last_activity_at of a project', () => {
  it('moves when a user creates an issue', async () => {
    expect(await lastActivity()).toBe(LONG_AGO);
    const { updated_at } = await forge.seed.issue(project, owner);
    expect(await lastActivity()).toBe(updated_at);
  });

  it.each([['internal'], ['public']] as const)(
    'moves when a user creates a merge request in a project that is %s',
    async (visibility) => {
      await show(VISIBILITY[visibility]);
      expect(await lastActivity()).toBe(LONG_AGO);
      const { updated_at } = await forge.seed.mergeRequest(project, owner);
      expect(await lastActivity()).toBe(updated_at);
    },
  );

  it('does not move for merge requests in a private project, which guests may not see', async () => {
    const guest = await forge.seed.user();
    await forge.seed.member(project, guest, LEVEL.guest);
    const change = await forge.seed.mergeRequest(project, owner);
    expect(change['iid']).toBe(1);
    await forge.seed.note(change, owner);
    for (const state_event of ['close', 'reopen', 'merge'])
      expect((await owner.client.put(change.at, { state_event })).status).toBe(200);
    const seen = await guest.client.get<Resource>(project.at);
    expect(seen.body['last_activity_at']).toBe(LONG_AGO);
    expect(await lastActivity()).toBe(LONG_AGO);
    expect((await forge.seed.mergeRequest(project, owner))['iid']).toBe(2);
  });

  it('does not move for snippets', async () => {
    for (const visibility_level of Object.values(VISIBILITY))
      await forge.seed.note(await forge.seed.snippet(project, owner, { visibility_level }), owner);
    expect(await lastActivity()).toBe(LONG_AGO);
  });

  it('does not move for merge requests any more after the project becomes private', async () => {
    await show(VISIBILITY.public);
    await forge.seed.mergeRequest(project, owner);
    const before = await lastActivity();
    await show(VISIBILITY.private);
    await forge.seed.mergeRequest(project, owner);
    expect(await lastActivity()).toBe(before);
  });

  it('does not move for a confidential issue, which not everyone may see', async () => {
    const { iid } = await forge.seed.issue(project, owner, { confidential: true });
    expect(iid).toBe(1);
    expect(await lastActivity()).toBe(LONG_AGO);
    expect((await forge.seed.issue(project, owner))['iid']).toBe(2);
    expect(await lastActivity()).not.toBe(LONG_AGO);
  });

  it('does not move for notes and changes of a confidential issue', async () => {
    const issue = await forge.seed.issue(project, owner, { confidential: true });
    await forge.seed.note(issue, owner);
    for (const change of [{ title: 'New' }, { state_event: 'close' }, { confidential: false }])
      expect((await owner.client.put(issue.at, change)).status).toBe(200);
    expect(await lastActivity()).toBe(LONG_AGO);
  });
});
