import type { AttackClass } from '../attack-class.js';
import type { Target } from '../target.js';
import type { Item, World } from '../world/world.js';

/** Ids of other users' rows, and children under a wrong parent. */
export const foreign: AttackClass = {
  name: 'foreign',
  rows: [16, 19],
  control: 'any-parent',
  run: async (target) => {
    const world = await target.world();
    const ids = await otherUsers(target, world);
    const parents = await wrongParents(target, world);
    return `${ids} foreign keys and addresses, ${parents} wrong parents`;
  },
};

/** Ids of all rows there are, one after the other. Nothing of others is shown or deleted. */
async function otherUsers(target: Target, world: World): Promise<number> {
  const { owner, outsider } = world.people;
  const rows = async (kind: string) => (await owner.caller.get(`/user/${kind}`)).text;
  let count = 0;
  for (const [kind, last] of [
    ['keys', world.key],
    ['emails', world.email],
  ] as const) {
    const before = await rows(kind);
    for (let id = 1; id <= last; id++, count++) {
      const read = await outsider.caller.get(`/user/${kind}/${id}`);
      target.require(read.status === 404, `GET /user/${kind}/${id}: ${read.status} ${read.text}`);
      const gone = await outsider.caller.delete(`/user/${kind}/${id}`);
      target.require(gone.text === 'null', `DELETE /user/${kind}/${id}: ${gone.text}`);
      const byAdmin = await target.root.delete(`/users/${outsider.id}/${kind}/${id}`);
      target.require(byAdmin.status === 404, `${kind}/${id} under a wrong user: ${byAdmin.status}`);
    }
    target.require((await rows(kind)) === before, `${kind} of the owner have changed`);
  }
  return count;
}

/** Notes and awards under another item, another kind and another project; by the owner of all of them. */
async function wrongParents(target: Target, { people, open, secret }: World): Promise<number> {
  const { caller } = people.owner;
  const items = [open.issue, open.confidential, open.snippet, open.mergeRequest, secret.issue];
  const read = async ({ at, note }: Item) => (await caller.get(`${at}/notes/${note}`)).text;
  const before = await Promise.all(items.map(read));
  let count = 0;
  for (const item of items) {
    for (const other of items.filter((one) => one !== item)) {
      for (const path of [
        `${other.at}/notes/${item.note}`,
        `${other.at}/award_emoji/${item.award}`,
        `${other.at}/notes/${other.note}/award_emoji/${item.noteAward}`,
        `${other.at}/notes/${item.note}/award_emoji`,
      ]) {
        count++;
        const { status, text } = await caller.get(path);
        target.require(status === 404, `GET ${path}: ${status} ${text}`);
        const changed = await caller.put(path, { body: 'hijacked' });
        target.require([404, 405].includes(changed.status), `PUT ${path}: ${changed.status}`);
        const deleted = await caller.delete(path);
        target.require([404, 405].includes(deleted.status), `DELETE ${path}: ${deleted.status}`);
      }
    }
  }
  const elsewhere = open.issue.at.replace(open.at, secret.at);
  const moved = await caller.get(elsewhere);
  target.require(moved.status === 404, `an issue of another project: ${moved.status}`);
  const after = await Promise.all(items.map(read));
  target.require(after.join() === before.join(), 'a note has changed through a wrong parent');
  return count;
}
