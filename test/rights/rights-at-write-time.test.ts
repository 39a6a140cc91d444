import { operationsOf, type Operation } from '../permissions/operations.js';
import { FORBIDDEN, named, type Cell, type Rule } from '../permissions/rule.js';
import { RULES } from '../permissions/rules.js';
import { SCENES, World, type Scene } from '../permissions/world.js';
import type { Client } from '../support/client.js';
import { Interleaving } from '../support/interleaving.js';
import { everyRow } from '../support/internals.js';
import type { SeededUser } from '../support/seed.js';
import { lossesInProjects, type Loss } from './losses.js';

/** Writes without a token, so without rights to lose: `details.test.ts` blocks the user who signs in. */
const WITHOUT_RIGHTS = ['createSession', 'confirmEmail'];

let world: World;
let scenes: Scene[];
let operations: Map<string, Operation>;
let deputy: SeededUser;
let chief: SeededUser;

beforeAll(async () => {
  world = await World.create();
  scenes = [];
  for (const kind of SCENES) scenes.push(await world.scene(kind));
  operations = operationsOf(world.forge.contract.document);
  deputy = await world.forge.seed.admin({ username: 'the-deputy' });
  chief = await world.forge.seed.admin({ username: 'the-chief' });
  // The ghost is created outside the unit of a deletion.
  await world.forge.root.delete((await world.forge.seed.user()).at);
});
afterAll(() => world.forge.close());

function sceneAt(index: number): Scene {
  const scene = scenes[index];
  if (!scene) throw new Error(`There is no scene ${index}`);
  return scene;
}

const isWrite = ({ method }: Operation) => method !== 'GET';
const isRead = ({ operation }: Rule) => /^(get|list)/.test(operation);
const WRITING = RULES.filter((rule) => !isRead(rule));
const READING = RULES.filter(isRead);

const isForAdministrators = (rule: Rule) =>
  rule.scope === 'service' &&
  rule.refusal({ actor: 'outsider', target: 'missing' } as Cell) === FORBIDDEN;

interface Removal {
  rule: Rule;
  client: Client;
  request: { path: string; body?: object };
  lose: () => Promise<unknown>;
  restore: () => Promise<unknown>;
}

/** Holds a request before it writes, removes a right, and lets the request go on. */
async function losing({ rule, client, request, lose, restore }: Removal) {
  const { method = '' } = operations.get(rule.operation) ?? {};
  const interleaving = new Interleaving(world.forge);
  const { answer } = await interleaving.hold(() => client.send(method, request.path, request.body));
  await lose();
  const before = await everyRow(world.forge);
  interleaving.release();
  const { status, body } = await answer;
  const after = await everyRow(world.forge);
  await restore();
  const changed = Object.keys(after).filter(
    (table) => JSON.stringify(after[table]) !== JSON.stringify(before[table]),
  );
  return { status, message: (body as { message?: unknown } | null)?.message, changed };
}

const refused = (status: number, message: string) => ({ status, message, changed: [] });

it('covers every operation that writes', () => {
  const writing = [...operations].filter(([, one]) => isWrite(one)).map(([name]) => name);
  const covered = [...WRITING.map(({ operation }) => operation), ...WITHOUT_RIGHTS];
  expect(covered.sort()).toEqual(writing.sort());
});

describe('a request that waits while its caller loses rights', () => {
  /** The administrator may send it. */
  function requestOf(rule: Rule) {
    const cells = rule.targets.map((target): Cell => {
      return { world, scene: sceneAt(2), actor: 'administrator', target };
    });
    const cell = cells.find((one) => one.target !== 'missing' && rule.refusal(one) === null);
    if (!cell) throw new Error(`The administrator may not call ${rule.operation}`);
    return rule.request(cell);
  }

  const block = (id: number) => () => chief.client.put(`/users/${id}/block`);
  const unblock = (id: number) => () => chief.client.put(`/users/${id}/unblock`);
  const setAdmin = (id: number, admin: boolean) => () =>
    chief.client.put(`/users/${id}`, { admin });

  const UNAUTHORIZED = refused(401, '401 Unauthorized');
  const NO_SUDO = refused(403, '403 Forbidden  - Must be admin to use sudo');
  const BLOCKED_TARGET = refused(403, '403 Forbidden  - The user to act as is blocked');

  const DEMOTED = refused(403, '403 Forbidden');
  const blockOf = (id: number) => ({ lose: block(id), restore: unblock(id) });
  const demotionOf = (id: number) => ({ lose: setAdmin(id, false), restore: setAdmin(id, true) });

  type Case = readonly [
    name: string,
    client: Client,
    removal: Pick<Removal, 'lose' | 'restore'>,
    outcome: ReturnType<typeof refused>,
  ];

  function casesWithSudo(rule: Rule): Case[] {
    const sudo = deputy.client.sudo(1);
    return [
      ['the caller behind sudo is blocked', sudo, blockOf(deputy.id), UNAUTHORIZED],
      ['the caller behind sudo is demoted', sudo, demotionOf(deputy.id), NO_SUDO],
      ['the effective user is blocked', sudo, blockOf(1), BLOCKED_TARGET],
      ...(isForAdministrators(rule)
        ? [['the effective user is demoted', sudo, demotionOf(1), DEMOTED] as const]
        : []),
    ];
  }
  function casesWithoutSudo(rule: Rule): Case[] {
    const { root } = world.forge;
    return [
      ['the caller is blocked', root, blockOf(1), UNAUTHORIZED],
      ...(isForAdministrators(rule)
        ? [['the caller is demoted', root, demotionOf(1), DEMOTED] as const]
        : []),
    ];
  }
  async function check(rule: Rule, cases: readonly Case[]): Promise<void> {
    const got: Record<string, unknown> = {};
    const request = await requestOf(rule);
    for (const [name, client, removal] of cases)
      got[name] = await losing({ rule, client, request, ...removal });
    expect(got).toEqual(Object.fromEntries(cases.map(([name, , , outcome]) => [name, outcome])));
  }

  it.each(named(WRITING))('is refused and changes nothing: %s', (_, rule) =>
    check(rule, [...casesWithoutSudo(rule), ...casesWithSudo(rule)]),
  );

  // A read with sudo waits for its record in the audit trail.
  it.each(named(READING))('is refused and not recorded if it is a read with sudo: %s', (_, rule) =>
    check(rule, casesWithSudo(rule)),
  );
});

describe('a request that waits while its caller loses rights in a project', () => {
  const TARGETS = ['other’s', 'own'] as const;

  async function check(rule: Rule, loss: Loss, target: Cell['target']) {
    const kind = sceneAt(loss.scene);
    const scene = loss.restore ? kind : await world.scene(kind);
    const cell: Cell = { world, scene, actor: loss.actor, target };
    if (rule.refusal(cell) !== null) return null;
    const request = await rule.request(cell);
    const refusal = loss.refusal(cell, request.path, (one) => rule.refusal(one));
    if (!refusal) return null;
    const outcome = await losing({
      rule,
      request: { ...request, path: loss.address?.(cell, request.path) ?? request.path },
      client: world.client(loss.actor),
      lose: () => loss.lose(cell, request.path),
      restore: () => loss.restore?.(cell, request.path) ?? Promise.resolve(),
    });
    return { outcome, expected: refused(refusal.status, refusal.message) };
  }

  it.each(named(WRITING.filter(({ scope }) => scope === 'project')))(
    'is refused and changes nothing: %s',
    async (_, rule) => {
      const got: Record<string, unknown> = {};
      const expected: Record<string, unknown> = {};
      for (const loss of lossesInProjects(deputy.client)) {
        for (const target of TARGETS.filter((one) => rule.targets.includes(one))) {
          const checked = await check(rule, loss, target);
          if (!checked) continue;
          got[`${loss.name}, ${target}`] = checked.outcome;
          expected[`${loss.name}, ${target}`] = checked.expected;
        }
      }
      expect(got).toEqual(expected);
      // Of each operation in a project, some right can be lost.
      expect(Object.keys(expected)).not.toEqual([]);
    },
  );
});
