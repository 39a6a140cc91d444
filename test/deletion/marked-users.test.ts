import { LAPTOP, newKey } from '../keys/keys.js';
import { startForge, type Forge } from '../support/app.js';
import type { Answer } from '../support/client.js';
import {
  deletionsFinished,
  holdWorker,
  setRowsPerUnit,
  unfinishedDeletions,
} from '../support/deletions.js';
import { LEVEL, VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { answered } from '../support/expected-responses.js';

const SECOND = 'second@example.com';

let forge: Forge;
let bob: SeededUser;
/** Marked. */
let alice: SeededUser;
let project: Resource;
let issue: Resource;
let finish: () => Promise<void>;

beforeAll(async () => {
  forge = await startForge();
  setRowsPerUnit(forge, 0);
});
afterAll(() => forge.close());

/** Creates alice with content and deletes her. She stays marked. */
async function deleteAlice(query = ''): Promise<Answer> {
  bob = await forge.seed.user();
  project = await forge.seed.project(bob, { visibility_level: VISIBILITY.public });
  alice = await forge.seed.user({ username: 'alice', email: 'alice@example.com' });
  await forge.seed.member(project, alice, LEVEL.developer);
  await alice.client.post('/user/keys', { title: 'laptop', key: LAPTOP.key });
  await alice.client.post('/user/emails', { email: SECOND });
  await forge.root.put(alice.at, { provider: 'ldap', extern_uid: 'alice' });
  issue = await forge.seed.issue(project, alice, { assignee_id: alice.id });
  await forge.seed.note(issue, alice);
  await alice.client.post(`${issue.at}/award_emoji`, { name: 'tada' });
  finish = holdWorker(forge);
  const answer = await forge.root.delete(alice.at + query);
  expect(await unfinishedDeletions(forge)).toBe(1);
  return answer;
}

describe.each([
  ['whose content passes to the ghost', ''],
  ['whose content is deleted', '?hard_delete=true'],
])('a user %s, deleted in the background', (_, query) => {
  let deleted: Answer;
  beforeAll(async () => {
    deleted = await deleteAlice(query);
  });
  afterAll(() => finish());

  const notFound = answered(404, { message: '404 User Not Found' });

  it('is returned as it was', () => {
    expect(deleted).toMatchObject({
      status: 200,
      body: { id: alice.id, username: 'alice', email: 'alice@example.com', state: 'active' },
    });
  });

  it('returns null for another deletion', async () => {
    expect(await forge.root.delete(alice.at)).toEqual(answered(200, null));
  });

  it('cannot use its token or sign in', async () => {
    expect((await alice.client.get('/user')).status).toBe(401);
    for (const login of ['alice', 'alice@example.com']) {
      const { status } = await forge.anonymous.post('/session', {
        login,
        password: alice.password,
      });
      expect(status).toBe(401);
    }
  });

  it.each(['', '/keys', '/emails', '/events'])(
    'returns 404 for GET /users/:id%s',
    async (below) => {
      expect(await forge.root.get(alice.at + below)).toEqual(notFound);
    },
  );

  it.each(['block', 'unblock'])('returns 404 for %s', async (action) => {
    expect(await forge.root.put(`${alice.at}/${action}`)).toEqual(notFound);
  });

  it('returns 404 for changes, keys and emails', async () => {
    expect(await forge.root.put(alice.at, { name: 'Back' })).toEqual(notFound);
    expect((await forge.root.post(`${alice.at}/keys`, { title: 'x', key: newKey() })).status).toBe(
      404,
    );
    expect((await forge.root.post(`${alice.at}/emails`, { email: 'x@y.example' })).status).toBe(
      404,
    );
  });

  it.each([
    '',
    '?search=alice',
    '?search=alice@example.com',
    `?search=${SECOND}`,
    '?username=alice',
  ])('is not in GET /users%s', async (search) => {
    for (const { client } of [{ client: forge.root }, bob]) {
      const { body, headers } = await client.get<{ id: number }[]>(`/users${search}`);
      expect(body.map(({ id }) => id)).not.toContain(alice.id);
      expect(headers.get('X-Total')).toBe(String(body.length));
    }
  });

  it('is no target of sudo', async () => {
    for (const target of ['alice', alice.id]) {
      const { status } = await forge.root.sudo(target).get('/user');
      expect(status).toBe(404);
    }
  });

  it('has no profile page, no key file and no key to look up', async () => {
    for (const path of ['alice', 'alice.keys'])
      expect((await fetch(`${forge.url}/${path}`)).status).toBe(404);
    const { body } = await forge.root.get('/keys', { fingerprint: LAPTOP.sha256 });
    expect(body).toEqual({ message: '404 User Not Found' });
  });

  it('is no member and no assignee, and cannot become one', async () => {
    expect(await bob.client.get(`${project.at}/members`)).toEqual(answered(200, []));
    expect((await bob.client.get(`${project.at}/members/${alice.id}`)).status).toBe(404);
    expect((await bob.client.get(issue.at)).body).toMatchObject({ assignee: null });
    const member = { user_id: alice.id, access_level: LEVEL.guest };
    expect(await bob.client.post(`${project.at}/members`, member)).toEqual(notFound);
    expect((await bob.client.put(issue.at, { assignee_id: alice.id })).status).toBe(400);
  });

  it('is shown as the ghost', async () => {
    const shown = { username: 'ghost', state: 'blocked', name: 'Ghost User' };
    const { body } = await bob.client.get<{ author: { id: number } }>(issue.at);
    const ghost = body.author.id;
    expect(ghost).not.toBe(alice.id);
    expect((await forge.root.get(`/users/${ghost}`)).body).toMatchObject({ username: 'ghost' });
    const byGhost = { id: ghost, ...shown };
    expect(body).toMatchObject({ author: byGhost });
    expect((await bob.client.get(`${project.at}/issues`)).body).toMatchObject([
      { author: byGhost },
    ]);
    const author = { ...byGhost, email: 'ghost@localhost' };
    expect((await bob.client.get(`${issue.at}/notes`)).body).toMatchObject([{ author }]);
    expect((await bob.client.get(`${issue.at}/award_emoji`)).body).toMatchObject([
      { user: byGhost },
    ]);
  });

  it('keeps its username, addresses, identity and key taken', async () => {
    const given = { name: 'New', password: 'correct horse battery staple' };
    const create = (more: object) => forge.root.post('/users', { ...given, ...more });
    for (const email of ['alice@example.com', SECOND])
      expect(await create({ username: 'newcomer', email })).toEqual(
        answered(409, { message: 'Email has already been taken' }),
      );
    const free = { username: 'newcomer', email: 'newcomer@example.com' };
    expect(await create({ ...free, username: 'Alice' })).toEqual(
      answered(409, { message: 'Username has already been taken' }),
    );
    const account = { provider: 'ldap', extern_uid: 'alice' };
    expect((await create({ ...free, ...account })).status).toBe(400);
    expect((await bob.client.post('/user/emails', { email: SECOND })).status).toBe(400);
    expect((await bob.client.post('/user/keys', { title: 'x', key: LAPTOP.key })).status).toBe(400);
  });
});

it.each(['', '?hard_delete=true'])(
  'frees the names, addresses and keys when the deletion has finished (%s)',
  async (query) => {
    await deleteAlice(query);
    await finish();
    expect(await unfinishedDeletions(forge)).toBe(0);
    const { client, at } = await forge.seed.user({
      ...{ username: 'alice', email: SECOND },
      ...{ provider: 'ldap', extern_uid: 'alice' },
    });
    expect((await client.post('/user/keys', { title: 'x', key: LAPTOP.key })).status).toBe(201);
    await forge.root.delete(at);
    await deletionsFinished(forge);
    expect((await bob.client.get(issue.at)).status).toBe(query === '' ? 200 : 404);
  },
);
