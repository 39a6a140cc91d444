import type { AttackClass } from '../attack-class.js';
import { OPERATIONS } from '../operations.js';
import type { Target } from '../target.js';
import { pathOf } from '../world/paths.js';
import type { Item, Place, Role, World } from '../world/world.js';

/** Reads and writes what is confidential or private. Counts and headers tell nothing about it. */
export const visibility: AttackClass = {
  name: 'visibility',
  rows: [17, 18, 20],
  control: 'sees-everything',
  isAlone: true,
  run: async (target) => {
    const world = await target.world();
    const operations = await tryPrivate(target, world);
    await tryConfidential(target, world);
    await tryLists(target, world);
    await tryEvents(target, world);
    return `${operations} operations on a private project by 2 strangers`;
  },
};

/** 404 on everything in a private project, before any other error. */
async function tryPrivate(target: Target, world: World): Promise<number> {
  const inProjects = OPERATIONS.filter(({ template }) => template.includes('/projects/{id}'));
  for (const operation of inProjects) {
    const path = pathOf(operation, world, world.secret);
    for (const role of ['outsider', 'external'] as const) {
      const { caller } = world.people[role];
      const { method, example } = operation;
      const { status, text } = await caller.send({ method, path, body: example });
      const isHidden = status === 404 && text.includes('404 Project Not Found');
      target.require(
        isHidden,
        `${operation.id} on a private project by ${role}: ${status} ${text}`,
      );
    }
  }
  return inProjects.length;
}

/** Who may see the item, of all roles. The others get 404 for it and for its notes and awards. */
const SEEING: [what: string, item: (place: Place) => Item, roles: readonly Role[]][] = [
  ['a confidential issue', ({ confidential }) => confidential, ['owner', 'master', 'reporter']],
  ['a private merge request', ({ mergeRequest }) => mergeRequest, ['owner', 'master', 'reporter']],
];

async function tryConfidential(target: Target, world: World): Promise<void> {
  for (const [what, item, roles] of SEEING) {
    const { at, note } = item(world.secret);
    for (const role of ['owner', 'master', 'reporter', 'guest', 'outsider'] as const) {
      const { caller } = world.people[role];
      const expected = roles.includes(role) ? 200 : 404;
      for (const path of [at, `${at}/notes`, `${at}/notes/${note}`, `${at}/award_emoji`]) {
        const { status } = await caller.get(path);
        target.require(status === expected, `${what} for ${role}: ${status} for ${path}`);
      }
      if (expected === 200) continue;
      const award = await caller.post(`${at}/notes`, { body: ':tada:' });
      target.require(award.status === 404, `an award by a note on ${what}: ${award.status}`);
    }
  }
}

/** Lists count only what the viewer sees. */
async function tryLists(target: Target, { people, open }: World): Promise<void> {
  for (const role of ['outsider', 'guest', 'external'] as const) {
    const { headers, body } = await people[role].caller.get(`${open.at}/issues`);
    const total = String(headers['x-total']);
    target.require(total === '1', `${role} counts ${total} issues with one confidential`);
    const issues = body as { id: number }[];
    const isThere = issues.some(({ id }) => id === open.confidential.id);
    target.require(!isThere, `${role} has the confidential issue in a list`);
  }
  const projects = await people.outsider.caller.get('/projects/visible');
  const count = String(projects.headers['x-total']);
  target.require(count === '1', `a stranger counts ${count} visible projects of 2`);
}

async function tryEvents(target: Target, { people, secret }: World): Promise<void> {
  const path = `/users/${people.owner.id}/events?per_page=100`;
  for (const role of ['outsider', 'external'] as const) {
    const { text } = await people[role].caller.get(path);
    const isThere = text.includes(`"project_id":${secret.id},`);
    target.require(!isThere, `${role} has events of a private project`);
  }
  const { text } = await people.guest.caller.get(path);
  const { id } = secret.confidential;
  const isThere = text.includes(`"noteable_id":${id},"noteable_type":"Issue"`);
  target.require(!isThere, 'a guest has an event with a note on a confidential issue');
}
