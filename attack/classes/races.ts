import type { AttackClass } from '../attack-class.js';
import type { Answer, Caller } from '../clients/caller.js';
import type { Target } from '../target.js';
import { newKey } from '../world/new-key.js';
import { unique, type World } from '../world/world.js';

/** Users who send their request twice. */
const REPEATING = 10;
/** Administrators create users, which costs a hash each. */
const RIVALS_FOR_USERNAME = 4;

/** Many requests at once for what only one may have. */
export const races: AttackClass = {
  name: 'races',
  rows: [14],
  control: 'taken-twice',
  run: async (target) => {
    const world = await target.world();
    const users = target.size(REPEATING, 50);
    const callers: Caller[] = [];
    // One by one: each costs two hashes, and the service refuses sign-ins that would wait too long.
    while (callers.length < users) callers.push((await world.person()).caller);
    const rounds = target.size(5, 200);
    for (let n = 0; n < rounds && !target.isDone; n++) await compete(target, world, callers);
    return `${rounds} rounds of 4 races with ${users + REPEATING} requests of ${users} users each`;
  },
};

async function compete(target: Target, world: World, callers: readonly Caller[]): Promise<void> {
  const email = `${unique()}@race.example`;
  const key = newKey();
  const username = unique();
  const [first] = callers;
  const issue = first && (await first.post(`${world.open.at}/issues`, { title: 'Race' }));
  const { id = 0 } = (issue?.body ?? {}) as { id?: number };
  const races: Record<string, (caller: Caller, n: number) => Promise<Answer>> = {
    address: (caller) => caller.post('/user/emails', { email }),
    key: (caller) => caller.post('/user/keys', { title: 'T', key }),
    username: (_, n) =>
      target.root.post('/users', {
        ...{
          username,
          name: 'N',
          password: 'a long password',
          email: `${username}-${n}@a.example`,
        },
        confirm: false,
      }),
    award: () =>
      world.people.owner.caller.post(`${world.open.at}/issues/${id}/award_emoji`, { name: 'tada' }),
  };
  for (const [what, send] of Object.entries(races)) {
    const rivals =
      what === 'username'
        ? callers.slice(0, RIVALS_FOR_USERNAME)
        : [...callers, ...callers.slice(0, REPEATING)];
    const answers = await Promise.all(rivals.map(send));
    const statuses = answers.map(({ status }) => status);
    const winners = statuses.filter((status) => status === 201).length;
    target.require(winners === 1, `${winners} of ${rivals.length} got one ${what}`);
    const isClean = statuses.every((status) => [201, 400, 409].includes(status));
    target.require(isClean, `a race for one ${what}: ${[...new Set(statuses)].join()}`);
  }
}
