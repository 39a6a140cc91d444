import { createHash } from 'node:crypto';
import type { AttackClass } from '../attack-class.js';
import { OPERATIONS } from '../operations.js';
import type { Target } from '../target.js';
import { pathOf } from '../world/paths.js';
import type { Person, Role, World } from '../world/world.js';

const READERS: readonly Role[] = ['owner', 'guest', 'outsider', 'external', 'admin'];
/** Operations whose responses have the address of authors, as the interface wants it. */
const AUTHOR_EMAILS = /notes|issues|snippets|merge_requests|events/;

/** Looks for secrets and other users' addresses in every response to a read, for every role. */
export const privacy: AttackClass = {
  name: 'privacy',
  rows: [9, 10],
  control: 'full-views',
  run: async (target) => {
    const world = await target.world();
    const reads = await readEverything(target, world);
    await searchAddresses(target, world);
    return `${reads} responses`;
  },
};

async function readEverything(target: Target, world: World): Promise<number> {
  const people = Object.values(world.people);
  const secrets = people.flatMap(secretsOf);
  let count = 0;
  for (const operation of OPERATIONS.filter(({ method }) => method === 'GET')) {
    for (const role of READERS) {
      const path = pathOf(operation, world);
      const { text } = await world.people[role].caller.send({ method: 'GET', path });
      count++;
      for (const [what, secret] of secrets)
        target.require(!text.includes(secret), `${operation.id} for ${role} has ${what}`);
      if (role === 'admin' || AUTHOR_EMAILS.test(path)) continue;
      const others = people.filter((person) => person !== world.people[role]);
      for (const { username, email } of others)
        target.require(
          !text.includes(email),
          `${operation.id} for ${role}: address of ${username}`,
        );
    }
  }
  return count;
}

function secretsOf({ username, token, password }: Person): [what: string, secret: string][] {
  const digest = createHash('sha256').update(token).digest('hex');
  return [
    [`the token of ${username}`, token],
    [`the digest of the token of ${username}`, digest],
    [`the password of ${username}`, password],
    ['a password hash', '$argon2'],
  ];
}

/** Only whole addresses are found, so nobody can guess one letter by letter. */
async function searchAddresses(target: Target, world: World): Promise<void> {
  const { outsider, owner, guest } = world.people;
  const found = async (text: string) =>
    (await outsider.caller.get(`/users?search=${encodeURIComponent(text)}`)).text.includes(
      `"id":${owner.id},`,
    );
  const [local = '', domain = ''] = owner.email.split('@');
  for (const part of [`@${domain}`, `${local}@`, `${local}@${domain.slice(0, -1)}`, '%@%', '_@_'])
    target.require(!(await found(part)), `the search confirms a part of an address: ${part}`);
  target.require(await found(owner.email), 'the search does not find a whole address');
  // Error texts name the field, not the row that has the value.
  const email = guest.email.toUpperCase();
  const { status, text } = await outsider.caller.post('/user/emails', { email });
  target.require(status === 400, `an address of another user is accepted: ${status}`);
  target.require(!text.includes(guest.username), `an error names another user: ${text}`);
}
