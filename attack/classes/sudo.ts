import type { AttackClass } from '../attack-class.js';
import { OPERATIONS } from '../operations.js';
import type { Target } from '../target.js';
import { pathOf } from '../world/paths.js';
import type { World } from '../world/world.js';

/** Values that name nobody. */
const BAD = ['', ' ', '0', '-1', '1e0', '1.0', '0x1', '1 or 1=1', "root'--", '٣', '+1', '1,2'];

/** Acts as other users without the right to. */
export const sudo: AttackClass = {
  name: 'sudo',
  rows: [4, 5],
  control: 'sudo-for-everybody',
  run: async (target) => {
    const world = await target.world();
    const tried = await fromUsers(target, world);
    await toNobody(target, world);
    await keepsNoRights(target, world);
    return `${tried} operations as somebody else, ${BAD.length} bad values`;
  },
};

/** Refused on every operation, in the header and in the query. Nested sudo has no second chance. */
async function fromUsers(target: Target, world: World): Promise<number> {
  const { outsider, owner, admin } = world.people;
  const protectedOnes = OPERATIONS.filter(({ isPublic }) => !isPublic);
  for (const operation of protectedOnes) {
    const { method } = operation;
    const path = pathOf(operation, world);
    for (const victim of [owner.username, String(admin.id), String(outsider.id)]) {
      const inHeader = { method, path, headers: { sudo: victim } };
      const inQuery = { method, path: `${path}?sudo=${victim}` };
      for (const attack of [inHeader, inQuery]) {
        const { status, text } = await outsider.caller.send(attack);
        const isRefused = status === 403 && text.includes('Must be admin to use sudo');
        target.require(isRefused, `${operation.id} as ${victim}: ${status} ${text}`);
        if (target.isDone) return 1;
      }
    }
  }
  return protectedOnes.length;
}

async function toNobody(target: Target, world: World): Promise<void> {
  const { admin, blocked } = world.people;
  for (const value of BAD) {
    const { status } = await admin.caller.get(`/user?sudo=${encodeURIComponent(value)}`);
    target.require([400, 404].includes(status), `sudo=${value}: ${status}`);
  }
  const asBlocked = await admin.caller.get(`/user?sudo=${blocked.id}`);
  target.require(asBlocked.status === 403, `sudo to a blocked user: ${asBlocked.status}`);
  const { id, username } = world.people.owner;
  const twice = await admin.caller.get(`/user?sudo=${id}&sudo=${admin.id}`);
  target.require(twice.status === 400, `two values of sudo: ${twice.status} ${twice.text}`);
  const both = await admin.caller.with({ sudo: String(admin.id) }).get(`/user?sudo=${username}`);
  target.require(
    (both.body as { id: number }).id === id,
    `the parameter does not win: ${both.text}`,
  );
}

/** With sudo the rights of the target decide, also for operations of administrators. */
async function keepsNoRights(target: Target, world: World): Promise<void> {
  const { admin, outsider } = world.people;
  const acting = admin.caller.with({ sudo: String(outsider.id) });
  const attempts = [
    await acting.get('/projects/all'),
    await acting.put(`/users/${outsider.id}`, { admin: true }),
    await acting.put(`/users/${outsider.id}/block`),
    await acting.get(`/users/${admin.id}/keys`),
  ];
  for (const { status, text } of attempts)
    target.require(status === 403, `an administrator's operation with sudo: ${status} ${text}`);
  const hidden = await acting.get(world.secret.at);
  target.require(hidden.status === 404, `a private project with sudo: ${hidden.status}`);
  const plain = await admin.caller.get('/user');
  target.require(!plain.text.includes('private_token'), 'GET /user without sudo has a token');
  const own = await admin.caller.get(`/user?sudo=${outsider.id}`);
  const { private_token: token } = own.body as { private_token?: string };
  target.require(token === outsider.token, 'GET /user with sudo has not the token of the target');
}
