import { examine } from '../../src/operations/cli/doctor.command.js';
import { startForge, type Forge } from '../support/app.js';
import { engineOf, sql } from '../support/internals.js';
import type { Resource, SeededUser } from '../support/seed.js';

let forge: Forge;
let ada: SeededUser;
let project: Resource;

beforeEach(async () => {
  forge = await startForge();
  ada = await forge.seed.user({ projects_limit: 5 });
  project = await forge.seed.project(ada);
});
afterEach(() => forge.close());

/** The service then takes its server for a node of a cluster. */
const joinCluster = () => Object.assign(engineOf(forge), { isCluster: true });
const claims = async (table: string, id: number) => {
  const rows = await sql<{ claims: string | null }>(
    forge,
    `SELECT claims FROM ${table} WHERE id = ${id}`,
  );
  return rows.map((row) => (row.claims === null ? null : Number(row.claims)));
};
const THUMB = { name: 'heart' };

type Decision = () => Promise<{ at: string; table: string; id: number; body: object }>;

const onItem = (kind: 'issue' | 'snippet' | 'mergeRequest', table: string, path: string) => {
  const decide =
    (below: string, body: object): Decision =>
    async () => {
      const { at, id } = await forge.seed[kind](project, ada);
      return { at: `${at}/${below}`, table, id, body };
    };
  return [
    [`a note on ${path}`, decide('notes', { body: 'Hello' })],
    [`an award for ${path}`, decide('award_emoji', THUMB)],
  ] as [string, Decision][];
};
const ofUser =
  (path: string, body: object): Decision =>
  () =>
    Promise.resolve({ at: path, table: 'users', id: ada.id, body });

/** What a unit creates, and the row by which it decides whether it may. */
const DECISIONS: [string, Decision][] = [
  ...onItem('issue', 'issues', 'an issue'),
  ...onItem('snippet', 'snippets', 'a snippet'),
  ...onItem('mergeRequest', 'merge_requests', 'a merge request'),
  [
    'an award for a note',
    async () => {
      const issue = await forge.seed.issue(project, ada);
      const { at, id } = await forge.seed.note(issue, ada);
      return { at: `${at}/award_emoji`, table: 'notes', id, body: THUMB };
    },
  ],
  ['a project of a user with a limit', ofUser('/projects', { name: 'Next' })],
  ['a secondary address', ofUser('/user/emails', { email: 'ada@second.example' })],
];

describe('a unit that decides by a row that it does not change', () => {
  it.each(DECISIONS)('changes the row in a cluster: %s', async (_, prepare) => {
    const { at, table, id, body } = await prepare();
    const [before] = await claims(table, id);
    joinCluster();
    expect((await ada.client.post(at, body)).status).toBe(201);
    expect([before, await claims(table, id)]).toEqual([null, [1]]);
  });

  it.each(DECISIONS)('leaves it alone on a single server: %s', async (_, prepare) => {
    const { at, table, id, body } = await prepare();
    expect((await ada.client.post(at, body)).status).toBe(201);
    expect(await claims(table, id)).toEqual([null]);
  });
});

describe('a unit in which one user changes the rights of another one', () => {
  it('changes the rows of both users in a cluster', async () => {
    const bob = await forge.seed.user();
    await forge.seed.member(project, bob, 30);
    joinCluster();
    const member = `${project.at}/members/${bob.id}`;
    expect((await ada.client.put(member, { access_level: 20 })).status).toBe(200);
    expect((await ada.client.delete(member)).status).toBe(200);
    expect([await claims('users', ada.id), await claims('users', bob.id)]).toEqual([[2], [2]]);
  });
});

describe('a unit that keeps the last active administrator', () => {
  it('changes the rows of all active administrators in a cluster', async () => {
    const admins = [await forge.seed.user({ admin: true }), await forge.seed.user({ admin: true })];
    const [first, second] = admins as [SeededUser, SeededUser];
    joinCluster();
    expect((await forge.root.put(`/users/${first.id}`, { admin: false })).status).toBe(200);
    expect((await forge.root.put(`/users/${second.id}/block`)).status).toBe(200);
    expect(await claims('users', first.id)).toEqual([1]);
    // In the list of both requests, and as the user who is blocked.
    expect(await claims('users', second.id)).toEqual([3]);
  });
});

describe('a repair of the search index', () => {
  it('changes the row of the user in a cluster', async () => {
    await sql(forge, `DELETE FROM user_terms WHERE user_id = ${ada.id}`);
    joinCluster();
    expect(await examine(forge.app, { repair: true })).toMatchObject({ exitCode: 0 });
    expect(await claims('users', ada.id)).toEqual([1]);
  });
});
