import { ACCOUNT_RULES } from './account-rules.js';
import { KINDS } from './kinds.js';
import { NOTEABLE_RULES } from './noteable-rules.js';
import {
  allowAdministrators,
  allowEverybody,
  requireLevel,
  UNKNOWN_ID,
  notFound,
  type Cell,
  type Request,
  type Rule,
} from './rule.js';
import { PASSWORD } from '../../src/app/testing/creations.js';
import { ROOT, type Forge } from '../support/app.js';
import { sql, write } from '../support/internals.js';
import { readsProject } from './world.js';

const newPerson = async ({ world, target }: Cell) =>
  target === 'missing' ? `/users/${UNKNOWN_ID}` : (await world.forge.seed.user()).at;

const inProject = (
  operation: string,
  level: number,
  request: (cell: Cell) => Promise<Request> | Request,
): Rule => ({
  operation,
  scope: 'project',
  targets: ['other’s', 'missing'],
  refusal: (cell) => {
    if (cell.target === 'missing' || !readsProject(cell.actor, cell.scene))
      return notFound('Project');
    return requireLevel(level, cell);
  },
  request: async (cell) => {
    const made = await request(cell);
    if (cell.target !== 'missing') return made;
    return { ...made, path: made.path.replace(/^\/projects\/\d+/, `/projects/${UNKNOWN_ID}`) };
  },
});

const onMember = (operation: string, level: number, body?: object): Rule => ({
  operation,
  scope: 'project',
  targets: ['other’s', 'missing'],
  refusal: (cell) => {
    if (!readsProject(cell.actor, cell.scene)) return notFound('Project');
    return requireLevel(level, cell) ?? (cell.target === 'missing' ? notFound('Member') : null);
  },
  request: async ({ world, scene, target }) => {
    const member = target === 'missing' ? UNKNOWN_ID : (await world.forge.seed.user()).id;
    if (target !== 'missing') {
      await world.forge.root.post(`${scene.project.at}/members`, {
        user_id: member,
        access_level: 10,
      });
    }
    return { path: `${scene.project.at}/members/${member}`, ...(body ? { body } : {}) };
  },
});

const onLabel = (operation: string, change: object = {}): Rule => ({
  operation,
  scope: 'project',
  targets: ['other’s', 'missing'],
  refusal: (cell) => {
    if (!readsProject(cell.actor, cell.scene)) return notFound('Project');
    return requireLevel(20, cell) ?? (cell.target === 'missing' ? notFound('Label') : null);
  },
  request: async ({ world, scene, target }) => {
    const path = `${scene.project.at}/labels`;
    const label = { name: unique(), color: '#D9534F' };
    if (target !== 'missing') await world.forge.root.post(path, label);
    return { path, body: { name: label.name, ...change } };
  },
});

interface Tokens {
  id: number;
  token_digest: string;
  token_sealed: string;
  [name: string]: string | number;
}
let tokens: Tokens = { id: 0, token_digest: '', token_sealed: '' };

async function readTokens(forge: Forge, id: number): Promise<Tokens> {
  const query = `SELECT id, token_digest, token_sealed FROM users WHERE id = ${id}`;
  const [row] = await sql<Tokens>(forge, query);
  if (!row) throw new Error(`There is no user ${id}`);
  return row;
}

const RESTORE_TOKENS =
  'UPDATE users SET token_digest = :token_digest, token_sealed = :token_sealed WHERE id = :id';

let count = 0;
const unique = () => `permission-${++count}`;

export const RULES: Rule[] = [
  ...ACCOUNT_RULES,
  ...NOTEABLE_RULES,
  allowEverybody('listUsers', () => ({ path: '/users' })),
  allowEverybody('getCurrentUser', () => ({ path: '/user' })),
  {
    ...allowEverybody('getUser', async (cell) => ({ path: await newPerson(cell) })),
    targets: ['other’s', 'missing'],
    refusal: ({ target }) => (target === 'missing' ? notFound('User') : null),
  },
  {
    ...allowEverybody('listUserEvents', async (cell) => ({
      path: `${await newPerson(cell)}/events`,
    })),
    targets: ['other’s', 'missing'],
    refusal: ({ target }) => (target === 'missing' ? notFound('User') : null),
  },
  {
    ...allowAdministrators('createUser', null, () => {
      const username = unique();
      const email = `${username}@example.com`;
      return { path: '/users', body: { username, email, name: 'N', password: 'a good password' } };
    }),
    targets: ['other’s'],
  },
  allowAdministrators('updateUser', 'User', async (cell) => ({
    path: await newPerson(cell),
    body: { name: 'New' },
  })),
  allowAdministrators('deleteUser', null, async (cell) => ({ path: await newPerson(cell) })),
  allowAdministrators('deleteUserIdentity', 'User', async (cell) => {
    const at = await newPerson(cell);
    if (cell.target !== 'missing')
      await cell.world.forge.root.put(at, { provider: 'ldap', extern_uid: unique() });
    return { path: `${at}/identities/ldap` };
  }),
  allowAdministrators('resetUserPrivateToken', 'User', async (cell) => ({
    path: `${await newPerson(cell)}/private_token/reset`,
  })),
  {
    ...allowEverybody('resetCurrentUserPrivateToken', async ({ world, actor }) => {
      tokens = await readTokens(world.forge, world.idOf(actor));
      return { path: '/user/private_token/reset' };
    }),
    restore: async ({ world }) => {
      await write(world.forge, RESTORE_TOKENS, tokens);
    },
  },
  allowEverybody('updateCurrentUserPassword', ({ actor }) => {
    const password = actor === 'administrator' ? ROOT.password : PASSWORD;
    return { path: '/user/password', body: { current_password: password, password } };
  }),
  {
    ...allowAdministrators('listAuditEvents', null, () => ({ path: '/audit_events' })),
    targets: ['other’s'],
  },
  ...['blockUser', 'blockUserWithPost'].map((operation) =>
    allowAdministrators(operation, 'User', async (cell) => ({
      path: `${await newPerson(cell)}/block`,
    })),
  ),
  ...['unblockUser', 'unblockUserWithPost'].map((operation) =>
    allowAdministrators(operation, 'User', async (cell) => ({
      path: `${await newPerson(cell)}/unblock`,
    })),
  ),
  allowEverybody('listProjects', () => ({ path: '/projects' })),
  allowEverybody('listVisibleProjects', () => ({ path: '/projects/visible' })),
  {
    ...allowAdministrators('listAllProjects', null, () => ({ path: '/projects/all' })),
    targets: ['other’s'],
  },
  {
    ...allowEverybody('createProject', () => ({ path: '/projects', body: { name: unique() } })),
    // External users have no quota.
    refusal: ({ actor }) =>
      actor === 'external'
        ? { status: 403, message: '403 Forbidden  - The limit of projects is reached' }
        : null,
  },
  inProject('getProject', 0, ({ scene }) => ({ path: scene.project.at })),
  inProject('updateProject', 50, ({ scene }) => ({
    path: scene.project.at,
    body: { description: 'd' },
  })),
  inProject('deleteProject', 50, async ({ world, scene }) => ({
    path: (await world.scene(scene)).project.at,
  })),
  inProject('listProjectMembers', 0, ({ scene }) => ({ path: `${scene.project.at}/members` })),
  inProject('createProjectMember', 40, async ({ world, scene }) => ({
    path: `${scene.project.at}/members`,
    body: { user_id: (await world.forge.seed.user()).id, access_level: 10 },
  })),
  onMember('getProjectMember', 0),
  onMember('updateProjectMember', 40, { access_level: 20 }),
  onMember('deleteProjectMember', 40),
  inProject('listProjectIssues', 0, ({ scene }) => ({ path: `${scene.project.at}/issues` })),
  inProject('createProjectIssue', 0, ({ scene }) => ({
    path: `${scene.project.at}/issues`,
    body: { title: 'T' },
  })),
  inProject('listProjectMergeRequests', 0, ({ scene }) => ({
    path: `${scene.project.at}/merge_requests`,
  })),
  inProject('createProjectMergeRequest', 30, ({ scene }) => ({
    path: `${scene.project.at}/merge_requests`,
    body: KINDS.MergeRequest.given(scene),
  })),
  inProject('listProjectSnippets', 0, ({ scene }) => ({ path: `${scene.project.at}/snippets` })),
  inProject('createProjectSnippet', 20, ({ scene }) => ({
    path: `${scene.project.at}/snippets`,
    body: KINDS.Snippet.given(scene),
  })),
  inProject('listProjectLabels', 0, ({ scene }) => ({ path: `${scene.project.at}/labels` })),
  inProject('createProjectLabel', 20, ({ scene }) => ({
    path: `${scene.project.at}/labels`,
    body: { name: unique(), color: '#D9534F' },
  })),
  onLabel('updateProjectLabel', { color: '#428BCA' }),
  onLabel('deleteProjectLabel'),
  inProject('createProjectPushEvent', 30, ({ scene }) => ({
    path: `${scene.project.at}/push_events`,
    body: { before: 'a', after: 'b', ref: 'refs/heads/master' },
  })),
];
