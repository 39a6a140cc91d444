import type { AttackClass } from '../attack-class.js';
import { idOf, type Caller } from '../clients/caller.js';
import type { Target } from '../target.js';
import { LEVEL, unique, type Person, type World } from '../world/world.js';

/** Puts events onto the page of another user by adding them to projects, and removing them. */
export const memberships: AttackClass = {
  name: 'memberships',
  rows: [20],
  control: 'sees-everything',
  run: async (target) => {
    const world = await target.world();
    const stranger = await world.person();
    const victim = await world.person();
    const levels = { private: 0, internal: 10, public: 20 };
    for (const [kind, level] of Object.entries(levels))
      await tryProject(target, world, { stranger, victim, kind, level });
    return `${Object.keys(levels).length} projects of a stranger, seen by 5 users and by nobody`;
  },
};

interface Attempt {
  stranger: Person;
  victim: Person;
  kind: string;
  level: number;
}

async function tryProject(
  target: Target,
  { people }: World,
  { stranger, victim, kind, level }: Attempt,
): Promise<void> {
  const name = `Claims about ${unique()}`;
  const id = idOf(await stranger.caller.post('/projects', { name, visibility_level: level }));
  const members = `/projects/${id}/members`;
  const member = { user_id: victim.id, access_level: LEVEL.master };
  const added = await stranger.caller.post(members, member);
  target.require(added.status === 201, `a member is added: ${added.status}`);
  const left = await stranger.caller.delete(`${members}/${victim.id}`);
  target.require(left.status === 200, `a member is removed: ${left.status}`);
  const path = `/users/${victim.id}/events?per_page=100`;
  const counts = async (caller: Caller): Promise<string> => {
    const { body, headers } = await caller.get(path);
    const mine = (body as { project_id: number }[]).filter(({ project_id }) => project_id === id);
    return `${mine.length} of ${String(headers['x-total'])}`;
  };
  for (const role of ['outsider', 'external', 'guest', 'owner'] as const) {
    const seen = await counts(people[role].caller);
    target.require(seen === '0 of 0', `${role} sees who joined a ${kind} project: ${seen}`);
  }
  const asOutsider = await counts(people.admin.caller.with({ sudo: people.outsider.username }));
  target.require(asOutsider === '0 of 0', `sudo sees who joined a ${kind} project: ${asOutsider}`);
  const accept = { accept: 'text/html' };
  for (const page of [`/${victim.username}`, `/api/v3${path}`]) {
    const { text } = await target.anonymous.send({ method: 'GET', path: page, headers: accept });
    target.require(!text.includes(name), `${page} names a ${kind} project without a token`);
  }
  const own = await counts(victim.caller);
  const expected = level === 0 ? '0' : '2';
  target.require(own.startsWith(`${expected} of`), `the user sees ${own} own events, ${kind}`);
}
