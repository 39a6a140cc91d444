import type { AttackClass } from '../attack-class.js';
import type { Answer } from '../clients/caller.js';
import type { Target } from '../target.js';
import { unique, type Person, type World } from '../world/world.js';

const WRITERS = 8;

/** Uses rights after they were taken away: demoted, blocked and deleted administrators, removed members. */
export const rights: AttackClass = {
  name: 'rights',
  rows: [6, 7, 8],
  control: 'cached-callers',
  run: async (target) => {
    const world = await target.world();
    const counts = [
      await race(target, world, 'demoted', 403, ({ id }) =>
        target.root.put(`/users/${id}`, { admin: false }),
      ),
      await race(target, world, 'blocked', 401, ({ id }) => target.root.put(`/users/${id}/block`)),
      await race(target, world, 'deleted', 401, ({ id }) => target.root.delete(`/users/${id}`)),
    ];
    await createUsers(target, world);
    await afterMembership(target, world);
    await afterNewPassword(target, world);
    return `${counts.join(', ')} requests while an administrator was demoted, blocked, deleted`;
  },
};

/** Sends requests on open connections while the right is taken away. Returns their number. */
async function race(
  target: Target,
  world: World,
  what: string,
  expected: number,
  takeAway: (admin: Person) => Promise<Answer>,
): Promise<number> {
  const admin = await world.person({ admin: true });
  const victim = await world.person();
  let isTaken = false;
  let sent = 0;
  const write = async (n: number): Promise<void> => {
    for (let isLast = false; !isLast;) {
      isLast = isTaken;
      const { status } = await admin.caller.put(`/users/${victim.id}`, { bio: `${n} ${sent++}` });
      // Requests sent before the right was gone may have either outcome.
      if (isLast) target.require(status === expected, `a ${what} administrator gets ${status}`);
    }
  };
  const writers = Array.from({ length: WRITERS }, (_, n) => write(n));
  // Every connection is open when the right is taken away.
  while (sent < 4 * WRITERS) await admin.caller.get('/user');
  const { status } = await takeAway(admin);
  isTaken = true;
  await Promise.all(writers);
  target.require(status === 200, `cannot make a ${what} administrator: ${status}`);
  const asThem = await target.root.get(`/user?sudo=${admin.id}`);
  const isUsable = asThem.status === 200;
  target.require(isUsable === (what === 'demoted'), `sudo to a ${what} user: ${asThem.status}`);
  return sent;
}

/** Creating a user takes long, because the password is hashed: many requests wait while their caller is demoted. */
async function createUsers(target: Target, world: World): Promise<void> {
  const admin = await world.person({ admin: true });
  const mark = `race-${unique()}`;
  const total = async () =>
    String((await target.root.get(`/users?search=${mark}`)).headers['x-total']);
  let isDemoted = false;
  const create = async (writer: number): Promise<void> => {
    for (let n = 0; !isDemoted; n++) {
      const username = `${mark}-${writer}-${n}`;
      const user = { username, name: 'N', email: `${username}@mail.example`, admin: true };
      await admin.caller.post('/users', { ...user, password: 'a long password', confirm: false });
    }
  };
  const writers = Array.from({ length: WRITERS }, (_, n) => create(n));
  while ((await total()) === '0') await admin.caller.get('/user');
  await target.root.put(`/users/${admin.id}`, { admin: false });
  const before = await total();
  isDemoted = true;
  await Promise.all(writers);
  const after = await total();
  target.require(after === before, `a demoted administrator creates users: ${before}, ${after}`);
}

/** A removed member sees nothing any more, a demoted one loses the right to manage. */
async function afterMembership(target: Target, { people, secret }: World): Promise<void> {
  const { owner, master } = people;
  const member = `${secret.at}/members/${master.id}`;
  await owner.caller.put(member, { access_level: 10 });
  const promoted = await master.caller.put(member, { access_level: 40 });
  target.require(
    promoted.status === 403,
    `a demoted master promotes themselves: ${promoted.status}`,
  );
  await owner.caller.delete(member);
  for (const at of [secret.at, `${secret.issue.at}/notes`, `${secret.snippet.at}/raw`]) {
    const { status } = await master.caller.get(at);
    target.require(status === 404, `a removed member reads ${at}: ${status}`);
  }
}

/** As documented: the token stays, the old password does not. */
async function afterNewPassword(target: Target, world: World): Promise<void> {
  const person = await world.person();
  await target.root.put(`/users/${person.id}`, { password: 'a brand new password' });
  const { username: login, password } = person;
  const old = await target.anonymous.post('/session', { login, password });
  target.require(old.status === 401, `the old password signs in: ${old.status}`);
  const { status } = await person.caller.get('/user');
  target.require(status === 200, `the token ends with the password: ${status}`);
}
