import { startForge, type Forge } from '../support/app.js';
import { Interleaving } from '../support/interleaving.js';
import { deletionsFinished, setRowsPerUnit } from '../support/deletions.js';
import { orphans, rowsReferencingUser } from '../support/internals.js';
import { LEVEL, VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { newKey } from '../keys/keys.js';

const PUSH = {
  before: '0'.repeat(40),
  after: 'a'.repeat(40),
  ref: 'refs/heads/master',
  commits: [],
  total_commits_count: 0,
};

let forge: Forge;
let ada: SeededUser;
let bob: SeededUser;
let project: Resource;
let issue: Resource;
let note: Resource;
let count = 0;

beforeAll(async () => {
  forge = await startForge();
  ada = await forge.seed.user();
  project = await forge.seed.project(ada, { visibility_level: VISIBILITY.public });
  issue = await forge.seed.issue(project, ada);
  note = await forge.seed.note(issue, ada);
  // The deletion of the first user creates the ghost.
  await forge.root.delete((await forge.seed.user()).at);
});
afterAll(() => forge.close());

/** Everything bob may be writing, or others may be writing about bob. */
function requests(): (() => Promise<unknown>)[] {
  const { client, id } = bob;
  const n = ++count;
  return [
    () => client.post(`${issue.at}/notes`, { body: 'meanwhile' }),
    () => client.post(`${issue.at}/award_emoji`, { name: 'heart' }),
    () => client.post(`${note.at}/award_emoji`, { name: 'heart' }),
    () => client.post(`${project.at}/issues`, { title: 'Meanwhile' }),
    () =>
      client.post(`${project.at}/snippets`, {
        title: 'x',
        file_name: 'x',
        code: 'x',
        visibility_level: 20,
      }),
    () =>
      client.post(`${project.at}/merge_requests`, {
        title: 'x',
        source_branch: `x${n}`,
        target_branch: 'y',
      }),
    () => client.post(`${project.at}/push_events`, PUSH),
    () => client.post('/projects', { name: 'Meanwhile' }),
    () => client.post('/user/keys', { title: 'x', key: newKey() }),
    () => client.post('/user/emails', { email: `meanwhile${n}@example.com` }),
    () => forge.root.put(bob.at, { provider: 'ldap', extern_uid: `meanwhile${n}` }),
    () => ada.client.put(issue.at, { assignee_id: id }),
  ];
}

/** Deletes bob and releases the held requests before the nth write of the deletion. Returns the number of writes. */
async function deleteDuringRequests(n: number, hard: boolean): Promise<number> {
  bob = await forge.seed.user();
  await forge.seed.member(project, bob, LEVEL.developer);
  await bob.client.post(`${issue.at}/notes`, { body: 'before' });
  await bob.client.post(`${issue.at}/award_emoji`, { name: 'tada' });
  const interleaving = new Interleaving(forge);
  const answers: Promise<unknown>[] = [];
  for (const request of requests()) answers.push((await interleaving.hold(request)).answer);
  const releaseRequests = async () => {
    interleaving.release();
    await Promise.all(answers);
  };
  const { stop } = interleaving.before(n, releaseRequests);
  const { status } = await forge.root.delete(hard ? `${bob.at}?hard_delete=true` : bob.at);
  await deletionsFinished(forge);
  const writes = stop();
  await releaseRequests();
  await deletionsFinished(forge);
  expect(status).toBe(200);
  return writes;
}

describe('requests that start before their user is deleted', () => {
  it.each([
    ['passes to the ghost at once', false, 500],
    ['passes to the ghost in the background', false, 1],
    ['is deleted at once', true, 500],
    ['is deleted in the background', true, 1],
  ])(
    'leave no row of the user, whenever they write: content of the user %s',
    async (_, hard, rowsPerUnit) => {
      setRowsPerUnit(forge, rowsPerUnit);
      const expectNothing = async () => {
        expect(await rowsReferencingUser(forge, bob)).toEqual([]);
        expect(await orphans(forge)).toEqual([]);
      };
      const after = Infinity;
      const writes = await deleteDuringRequests(after, hard);
      await expectNothing();
      expect(writes).toBeGreaterThan(rowsPerUnit === 1 ? 2 : 0);
      for (const moment of new Set([1, 2, writes - 1, writes])) {
        await deleteDuringRequests(moment, hard);
        await expectNothing();
      }
    },
  );
});
