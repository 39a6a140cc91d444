import { PASSWORD } from '../../src/app/testing/creations.js';
import { newKey } from '../keys/keys.js';
import { AllRows } from '../support/all-rows.js';
import { startForge, type Forge } from '../support/app.js';
import type { Answer } from '../support/client.js';
import { everyRow } from '../support/internals.js';
import { failAt, injectFailures } from '../support/injected-failures.js';
import { LEVEL, type Resource, type SeededUser } from '../support/seed.js';

interface World {
  owner: SeededUser;
  other: SeededUser;
  project: Resource;
  issue: Resource;
  snippet: Resource;
  mergeRequest: Resource;
}

interface Case {
  name: string;
  /** How many rows it writes at least. */
  rows: number;
  prepare?: (world: World) => Promise<unknown>;
  send: (world: World) => Promise<Answer>;
}

const KEY =
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl x@example.com';
const PUSH = {
  before: '0'.repeat(40),
  after: 'a'.repeat(40),
  ref: 'refs/heads/master',
  commits: [],
  total_commits_count: 0,
};
const PERSON = {
  username: 'eve',
  email: 'eve@example.com',
  name: 'Eve',
  password: 'correct horse battery staple',
  provider: 'ldap',
  extern_uid: 'eve',
};

const note = ({ client }: SeededUser, { at }: Resource) =>
  client.post(`${at}/notes`, { body: 'All or nothing' });

let forge: Forge;
let world: World;

const cases: Case[] = [
  { name: 'a note on an issue', rows: 3, send: ({ owner, issue }) => note(owner, issue) },
  { name: 'a note on a snippet', rows: 3, send: ({ owner, snippet }) => note(owner, snippet) },
  {
    name: 'a note on a merge request',
    rows: 3,
    send: ({ owner, mergeRequest }) => note(owner, mergeRequest),
  },
  {
    name: 'an award',
    rows: 1,
    send: ({ owner, issue }) => owner.client.post(`${issue.at}/award_emoji`, { name: 'heart' }),
  },
  {
    name: 'a new member',
    rows: 3,
    send: ({ owner, other, project }) =>
      owner.client.post(`${project.at}/members`, { user_id: other.id, access_level: LEVEL.guest }),
  },
  {
    name: 'a member who leaves',
    rows: 3,
    prepare: ({ project, other }) => forge.seed.member(project, other, LEVEL.guest),
    send: ({ owner, other, project }) => owner.client.delete(`${project.at}/members/${other.id}`),
  },
  {
    name: 'a project',
    rows: 2,
    send: ({ owner }) => owner.client.post('/projects', { name: 'All or nothing' }),
  },
  {
    name: 'an issue',
    rows: 3,
    send: ({ owner, project }) => owner.client.post(`${project.at}/issues`, { title: 'New' }),
  },
  {
    name: 'a change of an issue with all its system notes',
    rows: 5,
    send: ({ owner, issue }) =>
      owner.client.put(issue.at, { title: 'New', assignee_id: owner.id, state_event: 'close' }),
  },
  {
    name: 'a merge request',
    rows: 3,
    send: ({ owner, project }) =>
      owner.client.post(`${project.at}/merge_requests`, {
        title: 'New',
        source_branch: 'all-or-nothing',
        target_branch: 'master',
      }),
  },
  {
    name: 'a change of a merge request with all its system notes',
    rows: 5,
    send: ({ owner, mergeRequest: { at } }) =>
      owner.client.put(at, { title: 'New', assignee_id: owner.id, state_event: 'merge' }),
  },
  {
    name: 'a push',
    rows: 1,
    send: ({ owner, project }) => owner.client.post(`${project.at}/push_events`, PUSH),
  },
  {
    name: 'a key',
    rows: 2,
    send: ({ owner }) => owner.client.post('/user/keys', { title: 'key', key: KEY }),
  },
  {
    name: 'an email and its search terms',
    rows: 7,
    send: ({ owner }) => owner.client.post('/user/emails', { email: 'x@y.example' }),
  },
  {
    name: 'a deleted email and its search terms',
    rows: 7,
    prepare: ({ owner }) => owner.client.post('/user/emails', { email: 'gone@y.example' }),
    async send({ owner }) {
      const { body } = await owner.client.get<{ id: number }[]>('/user/emails');
      return owner.client.delete(`/user/emails/${body[0]?.id ?? 0}`);
    },
  },
  { name: 'a user', rows: 7, send: () => forge.root.post('/users', PERSON) },
  {
    name: 'a change of a user',
    rows: 7,
    send: ({ other }) =>
      forge.root.put(other.at, {
        username: 'renamed',
        email: 'renamed@example.com',
        provider: 'ldap',
        extern_uid: 'renamed',
      }),
  },
  {
    name: 'a blocked user',
    rows: 2,
    send: ({ other }) => forge.root.put(`${other.at}/block`),
  },
  {
    name: 'a new token',
    rows: 2,
    send: ({ other }) => forge.root.post(`${other.at}/private_token/reset`),
  },
  {
    name: 'a sign-in',
    rows: 3,
    send: ({ other }) =>
      forge.anonymous.post('/session', { login: other.username, password: PASSWORD }),
  },
  {
    name: 'a deleted user',
    rows: 3,
    // The first deletion creates the ghost, in a transaction of its own.
    prepare: async () => forge.root.delete((await forge.seed.user()).at),
    send: ({ other }) => forge.root.delete(other.at),
  },
  {
    name: 'a deleted key',
    rows: 2,
    prepare: ({ owner }) => owner.client.post('/user/keys', { title: 'key', key: newKey() }),
    async send({ owner }) {
      const { body } = await owner.client.get<{ id: number }[]>('/user/keys');
      return owner.client.delete(`/user/keys/${body[0]?.id ?? 0}`);
    },
  },
  {
    name: 'a note of another user that is deleted',
    rows: 3,
    prepare: ({ owner, issue }) => note(owner, issue),
    async send({ issue }) {
      const { body } = await forge.root.get<{ id: number }[]>(`${issue.at}/notes`);
      return forge.root.delete(`${issue.at}/notes/${body[0]?.id ?? 0}`);
    },
  },
  {
    name: 'a note with sudo',
    rows: 4,
    send: ({ owner, issue }) =>
      forge.root.sudo(owner.id).post(`${issue.at}/notes`, { body: 'All or nothing' }),
  },
  {
    name: 'a note changed with sudo',
    rows: 2,
    prepare: ({ owner, issue }) => note(owner, issue),
    async send({ owner, issue }) {
      const { body } = await forge.root.get<{ id: number }[]>(`${issue.at}/notes`);
      const path = `${issue.at}/notes/${body[0]?.id ?? 0}`;
      return forge.root.sudo(owner.id).put(path, { body: 'Changed' });
    },
  },
];

let start: AllRows;

beforeAll(async () => {
  forge = await startForge();
  await injectFailures(forge);
  const [owner, other] = [await forge.seed.user(), await forge.seed.user()];
  const project = await forge.seed.project(owner);
  world = {
    owner,
    other,
    project,
    issue: await forge.seed.issue(project, owner),
    snippet: await forge.seed.snippet(project, owner),
    mergeRequest: await forge.seed.mergeRequest(project, owner),
  };
  start = await AllRows.of(forge);
});
afterEach(async () => {
  await failAt(forge, 0);
  await start.restore(forge);
});
afterAll(() => forge.close());

describe('a request that writes several rows', () => {
  it.each(cases)(
    'writes nothing if the database fails at any of them: $name',
    async ({ rows, prepare, send }) => {
      await prepare?.(world);
      const before = await everyRow(forge);
      const sendFailingAt = async (n: number) => {
        await failAt(forge, n);
        return (await send(world)).status;
      };
      let written = 0;
      while ((await sendFailingAt(written + 1)) === 500) {
        expect(await everyRow(forge)).toEqual(before);
        written++;
      }
      expect(written).toBeGreaterThanOrEqual(rows);
      expect(await everyRow(forge)).not.toEqual(before);
    },
  );
});
