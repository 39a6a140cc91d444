import type { Client } from '../support/client.js';
import { VISIBILITY } from '../support/seed.js';
import { operationsOf, type Operation } from './operations.js';
import { allowedCell, FORBIDDEN, named, type Cell, type Request, type Rule } from './rule.js';
import { RULES } from './rules.js';
import { World, type Scene } from './world.js';

type Outcome = [status: number, body: unknown];

const UNAUTHORIZED: Outcome = [401, { message: '401 Unauthorized' }];
const forbidden = (reason: string): Outcome => [403, { message: `403 Forbidden  - ${reason}` }];

let world: World;
let scene: Scene;
let operations: Map<string, Operation>;
/** Each client with bad credentials and the expected response of every operation. */
let badCredentials: [who: string, client: Client, outcome: Outcome][];

beforeAll(async () => {
  world = await World.create();
  // Everybody with a token may read it: no refusal below can be one of the project.
  scene = await world.scene({
    name: 'public project',
    visibility: VISIBILITY.public,
    confidential: false,
    snippet: VISIBILITY.public,
  });
  const { forge } = world;
  operations = operationsOf(forge.contract.document);
  const blocked = await forge.seed.admin();
  await forge.root.put(`${blocked.at}/block`);
  const { id, client: user } = world.person('outsider');
  badCredentials = [
    ['no token', forge.anonymous, UNAUTHORIZED],
    ['a blank token', forge.as(''), UNAUTHORIZED],
    ['an unknown token', forge.as('nobodys-token-0000000'), UNAUTHORIZED],
    ['the token of a blocked administrator', blocked.client, UNAUTHORIZED],
    [
      'a normal user with sudo to themselves',
      user.sudo(id),
      forbidden('Must be admin to use sudo'),
    ],
    ['blank sudo', forge.root.sudo(''), [400, { message: { sudo: ['is invalid'] } }]],
    [
      'sudo to an unknown user',
      forge.root.sudo('nobody'),
      [404, { message: '404 No user id or username for: nobody Not Found' }],
    ],
    [
      'sudo to a blocked administrator',
      forge.root.sudo(blocked.id),
      forbidden('The user to act as is blocked'),
    ],
  ];
});
afterAll(() => world.forge.close());

async function send(client: Client, rule: Rule, { path, body }: Request): Promise<Outcome> {
  const { method } = operations.get(rule.operation) ?? { method: 'GET' };
  const answer = await client.send(method, path, body);
  return [answer.status, answer.body];
}

describe('a request with bad credentials', () => {
  it.each(named(RULES))('is refused by %s', async (operation, rule) => {
    const cell = allowedCell(rule, world, scene);
    const request = await rule.request(cell);
    const got: Record<string, Outcome> = {};
    for (const [who, client] of badCredentials) got[who] = await send(client, rule, request);
    expect(got).toEqual(
      Object.fromEntries(badCredentials.map(([who, , outcome]) => [who, outcome])),
    );
    // The same request succeeds for the administrator: only the credentials were wrong.
    const [status] = await send(world.forge.root, rule, request);
    await rule.restore?.(cell);
    expect(status).toBe(operations.get(operation)?.status);
  });
});

/** Operations that normal users may not call at all. */
const ADMIN_RULES = RULES.filter((rule) => {
  const outsider = { actor: 'outsider', target: 'missing' } as Cell;
  return rule.scope === 'service' && rule.refusal(outsider) === FORBIDDEN;
});

describe('a normal user', () => {
  it.each(named(ADMIN_RULES))('gets 403 from %s before its input is validated', async (_, rule) => {
    const { path: good } = await rule.request(allowedCell(rule, world, scene));
    const bad = `${good.replace(/\d+/, '999999')}${good.includes('?') ? '&' : '?'}page=x`;
    const isGet = operations.get(rule.operation)?.method === 'GET';
    const request: Request = {
      path: bad,
      ...(isGet ? {} : { body: { email: [], page: 'x', hard_delete: 'x' } }),
    };
    const refused: Outcome = [403, { message: FORBIDDEN.message }];
    const { id, client } = world.person('outsider');
    expect(await send(client, rule, request)).toEqual(refused);
    expect(await send(world.forge.root.sudo(id), rule, request)).toEqual(refused);
  });
});
