import { createHash } from 'node:crypto';
import { operationsOf, type Operation } from '../permissions/operations.js';
import type { Cell, Request } from '../permissions/rule.js';
import { RULES } from '../permissions/rules.js';
import { SCENES, World, type Scene } from '../permissions/world.js';
import { ROOT } from '../support/app.js';
import { write } from '../support/internals.js';
import { auditRows, lastAuditId } from './rows.js';

/**
 * What each operation that writes records when an administrator sends it, on what belongs to another user where that is
 * possible. An empty text: nothing, unless it is sent with sudo.
 */
const RECORDED: Record<string, string> = {
  createSession: 'session.created',
  confirmEmail: 'email.confirmed',
  createUser: 'user.created',
  updateUser: 'user.updated',
  deleteUser: 'user.deleted',
  deleteUserIdentity: 'user.identity_removed',
  resetUserPrivateToken: 'user.token_reset',
  resetCurrentUserPrivateToken: 'user.token_reset',
  updateCurrentUserPassword: 'user.updated',
  // It shows the token with sudo.
  getCurrentUser: '',
  blockUser: 'user.blocked',
  blockUserWithPost: 'user.blocked',
  unblockUser: 'user.unblocked',
  unblockUserWithPost: 'user.unblocked',
  createCurrentUserKey: 'key.added',
  deleteCurrentUserKey: 'key.removed',
  createUserKey: 'key.added',
  deleteUserKey: 'key.removed',
  createCurrentUserEmail: 'email.added',
  deleteCurrentUserEmail: 'email.removed',
  createUserEmail: 'email.added',
  deleteUserEmail: 'email.removed',
  createProject: '',
  updateProject: 'project.updated',
  deleteProject: 'project.deleted',
  createProjectMember: 'member.added',
  updateProjectMember: 'member.updated',
  deleteProjectMember: 'member.removed',
  createProjectPushEvent: 'push_event.created',
  createProjectIssue: 'issue.created',
  updateProjectIssue: 'issue.updated',
  deleteProjectIssue: 'issue.deleted',
  createProjectMergeRequest: 'merge_request.created',
  updateProjectMergeRequest: 'merge_request.updated',
  deleteProjectMergeRequest: 'merge_request.deleted',
  createProjectSnippet: 'snippet.created',
  updateProjectSnippet: 'snippet.updated',
  deleteProjectSnippet: 'snippet.deleted',
};
for (const noteable of ['Issue', 'Snippet', 'MergeRequest']) {
  RECORDED[`create${noteable}Note`] = 'note.created';
  RECORDED[`update${noteable}Note`] = 'note.updated';
  RECORDED[`delete${noteable}Note`] = 'note.deleted';
  for (const awardable of [noteable, `${noteable}Note`]) {
    RECORDED[`create${awardable}AwardEmoji`] = 'award.added';
    RECORDED[`delete${awardable}AwardEmoji`] = 'award.removed';
  }
}
/** With sudo, these record more than its use. */
const WITH_SUDO: Record<string, string> = { getCurrentUser: 'user.token_shown' };
/** They have no caller, so they ignore sudo. */
const PUBLIC = ['createSession', 'confirmEmail'];

const RULE_OF = new Map(RULES.map((rule) => [rule.operation, rule]));

let world: World;
let scene: Scene;
let operations: Map<string, Operation>;
let renamed = 0;

beforeAll(async () => {
  world = await World.create();
  const [kind] = SCENES;
  if (!kind) throw new Error('There is no scene');
  scene = await world.scene(kind);
  operations = operationsOf(world.forge.contract.document);
});
afterAll(() => world.forge.close());

const cellOf = (operation: string): Cell => {
  const { targets = [] } = RULE_OF.get(operation) ?? {};
  const target = targets.includes('other’s') ? 'other’s' : 'own';
  // Nobody else can change these.
  const isOwn = /CurrentUser(Key|Email)$/.test(operation);
  return { world, scene, actor: 'administrator', target: isOwn ? 'own' : target };
};

async function requestOf(operation: string): Promise<Request> {
  if (operation === 'createSession')
    return { path: '/session', body: { login: ROOT.username, password: ROOT.password } };
  if (operation === 'confirmEmail') return confirmation();
  // Each time another name, so that there is something to record.
  if (operation === 'updateProject')
    return { path: scene.project.at, body: { name: `Renamed ${++renamed}` } };
  const request = await RULE_OF.get(operation)?.request(cellOf(operation));
  if (!request) throw new Error(`${operation} has no rule`);
  if (operation.startsWith('unblock'))
    await world.forge.root.put(request.path.replace('unblock', 'block'));
  return request;
}

async function confirmation(): Promise<Request> {
  const { id } = await world.forge.seed.user();
  const digest = createHash('sha256').update('secret of the mail').digest('hex');
  await write(
    world.forge,
    'UPDATE users SET confirmation_digest = :digest, confirmation_sent_at = :now WHERE id = :id',
    {
      digest,
      id,
      now: Date.now(),
    },
  );
  return { path: '/confirmation?confirmation_token=secret%20of%20the%20mail' };
}

/** Sends the operation as `root` and returns what it recorded. */
async function recordedBy(operation: string, sudo: number | null) {
  const { method, status } = operations.get(operation) ?? { method: '', status: 0 };
  const { path, body } = await requestOf(operation);
  const before = await lastAuditId(world.forge);
  const { root } = world.forge;
  const answer = await (sudo === null ? root : root.sudo(sudo)).send(method, path, body);
  await RULE_OF.get(operation)?.restore?.(cellOf(operation));
  expect(answer).toMatchObject({ status });
  return auditRows(world.forge, before);
}

describe('an operation that only reads', () => {
  const READING = RULES.map(({ operation }) => operation).filter((name) => !(name in RECORDED));

  it.each(READING)('records sudo, once: %s', async (operation) => {
    expect(await recordedBy(operation, null)).toEqual([]);
    expect(await recordedBy(operation, 1)).toMatchObject([
      { action: 'sudo.used', caller_id: 1, actor_id: 1 },
    ]);
  });
});

describe('an operation that writes', () => {
  it('has an entry in the table of this file', () => {
    const writing = Object.values(world.forge.contract.document.paths).flatMap((item) =>
      Object.entries(item)
        .filter(([method, { responses }]) => method !== 'get' || '504' in responses)
        .map(([, { operationId }]) => operationId),
    );
    expect(Object.keys(RECORDED).sort()).toEqual(writing.sort());
  });

  it.each(Object.entries(RECORDED))('records what it changes: %s', async (operation, action) => {
    const rows = await recordedBy(operation, null);
    expect(rows.map((row) => row.action)).toEqual(action === '' ? [] : [action]);
    for (const row of rows) expect(row.ip).toMatch(/^(127\.0\.0\.1|::1)$/);
  });

  it.each(Object.entries(RECORDED))('records sudo, once: %s', async (operation, action) => {
    const rows = await recordedBy(operation, 1);
    const expected = (WITH_SUDO[operation] ?? action) || 'sudo.used';
    expect(rows.map((row) => row.action)).toEqual([expected]);
    if (PUBLIC.includes(operation)) return;
    expect(rows).toMatchObject([{ caller_id: 1, caller_name: 'root', actor_id: 1 }]);
  });
});
