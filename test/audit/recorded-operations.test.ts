import { createHash } from 'node:crypto';
import { Routes } from '../../src/http/openapi/routes.js';
import { operationsOf, type Operation } from '../permissions/operations.js';
import type { Cell, Request } from '../permissions/rule.js';
import { RULES } from '../permissions/rules.js';
import { SCENES, World, type Scene } from '../permissions/world.js';
import { ROOT } from '../support/app.js';
import { write } from '../support/internals.js';
import { auditRows, lastAuditId } from './rows.js';

/** They have no caller, so they ignore sudo. */
const PUBLIC = ['createSession', 'confirmEmail'];
/** Records something with sudo only. */
const SHOWS_TOKEN = 'getCurrentUser';

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

/** What the operation declares to record first, if anything. */
function declaredBy(operation: string): string | undefined {
  const { method, path } = operations.get(operation) ?? { method: '', path: '' };
  const route = world.forge.app
    .get(Routes)
    .list.find((one) => one.method.toUpperCase() === method && one.path === path);
  return route?.operation.records?.[0];
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

// `watchRecords` rejects an operation that writes without `records`, and other actions than these.
describe.each([...RULE_OF.keys(), ...PUBLIC])('%s', (operation) => {
  it('records what it declares, if an administrator sends it', async () => {
    const rows = await recordedBy(operation, null);
    const declared = operation === SHOWS_TOKEN ? undefined : declaredBy(operation);
    expect(rows.map(({ action }) => action)).toEqual(declared === undefined ? [] : [declared]);
    for (const row of rows) expect(row.ip).toMatch(/^(127\.0\.0\.1|::1)$/);
  });

  it('records sudo, once', async () => {
    const rows = await recordedBy(operation, 1);
    expect(rows.map(({ action }) => action)).toEqual([declaredBy(operation) ?? 'sudo.used']);
    if (PUBLIC.includes(operation)) return;
    expect(rows).toMatchObject([{ caller_id: 1, caller_name: 'root', actor_id: 1 }]);
  });
});
