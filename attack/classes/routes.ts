import type { AttackClass } from '../attack-class.js';
import { OPERATIONS, type Operation } from '../operations.js';
import type { Target } from '../target.js';
import { pathOf } from '../world/paths.js';
import type { World } from '../world/world.js';

const METHODS = ['GET', 'PUT', 'POST', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND', 'OPTIONS'];
const FOR_ADMINS = 'For administrators only.';

/** Every operation by callers without the right to, and every path with undocumented methods. */
export const routes: AttackClass = {
  name: 'routes',
  rows: [21],
  control: 'open-routes',
  run: async (target) => {
    const world = await target.world();
    const guarded = OPERATIONS.filter(({ isPublic }) => !isPublic);
    for (const operation of guarded) await tryWithoutRights(target, world, operation);
    const methods = await tryMethods(target, world);
    return `${guarded.length} operations without rights, ${methods} undocumented methods`;
  },
};

async function tryWithoutRights(target: Target, world: World, operation: Operation): Promise<void> {
  const { method, id, description = '' } = operation;
  const { blocked, outsider, external, admin } = world.people;
  // Nothing may be changed by accident: the rows are those of the private project.
  const path = pathOf(operation, world, world.secret);
  const unknown = target.anonymous.as('nobody-has-this-token');
  for (const [who, caller] of [
    ['nobody', target.anonymous],
    ['an unknown token', unknown],
    ['a blocked user', blocked.caller],
  ] as const) {
    const { status } = await caller.send({ method, path });
    target.require(status === 401, `${id} by ${who}: ${status}`);
  }
  if (!description.includes(FOR_ADMINS)) return;
  const acting = admin.caller.with({ sudo: outsider.username });
  for (const [who, caller] of [
    ['a user', outsider.caller],
    ['an external user', external.caller],
    ['an administrator with sudo', acting],
  ] as const) {
    const { status } = await caller.send({ method, path, body: operation.example });
    target.require(status === 403, `${id} by ${who}: ${status}`);
  }
}

/** Returns the number of requests. */
async function tryMethods(target: Target, world: World): Promise<number> {
  const templates = [...new Set(OPERATIONS.map(({ template }) => template))];
  let count = 0;
  for (const template of templates) {
    const documented = OPERATIONS.filter((one) => one.template === template);
    const [first] = documented;
    if (!first) continue;
    for (const method of METHODS) {
      if (documented.some((one) => one.method === method)) continue;
      const path = pathOf(first, world, world.secret);
      const { status, text } = await target.root.send({ method, path });
      const isRefused = [400, 404, 405].includes(status);
      target.require(isRefused, `${method} ${template}: ${status} ${text.slice(0, 80)}`);
      count++;
    }
  }
  return count;
}
