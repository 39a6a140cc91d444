import type { AttackClass } from '../attack-class.js';
import type { Caller } from '../clients/caller.js';
import type { Target } from '../target.js';
import { unique, type World } from '../world/world.js';

const BAD: readonly unknown[] = [
  ...[['a@x.example', 'b@y.example'], ['a@x.example'], { 0: 'a@x.example' }],
  ...['a@x.example,b@y.example', 'a@x.example;b@y.example', 'a@b@c.example', 'a b@x.example'],
  ...[
    'a@x.example\r\nBcc: b@y.example',
    'a@x.example\nb',
    'a\u0000@x.example',
    'a@x.example\u0000',
  ],
  ...['@x.example', 'a@', '@', 'a', `${'a'.repeat(250)}@x.example`, `a@${'x'.repeat(320)}.example`],
  ...['a@x\u2028.example', 'a\u200b@x.example', 'a\u00ad@x.example', 'a@x.example.'],
];

/** Addresses that are lists, have headers inside, or belong to somebody else. */
export const addresses: AttackClass = {
  name: 'addresses',
  rows: [12, 13],
  control: 'first-of-list',
  run: async (target) => {
    const world = await target.world();
    for (const email of BAD) await tryBad(target, world, email);
    const taken = await tryTaken(target, world);
    return `${BAD.length} bad addresses at 4 doors, ${taken} spellings of taken ones`;
  },
};

async function tryBad(target: Target, { people }: World, email: unknown): Promise<void> {
  const { owner, admin } = people;
  const username = unique();
  const user = { username, name: 'N', password: 'a long password', email, confirm: false };
  const answers = [
    await owner.caller.post('/user/emails', { email }),
    await admin.caller.post(`/users/${owner.id}/emails`, { email }),
    await admin.caller.put(`/users/${owner.id}`, { email }),
    await admin.caller.post('/users', user),
  ];
  const statuses = answers.map(({ status }) => status).join();
  const isRefused = statuses === '400,404,404,400';
  target.require(isRefused, `address ${JSON.stringify(email)}: ${statuses}`);
}

/** Returns the number of spellings. */
async function tryTaken(target: Target, { people }: World): Promise<number> {
  const { owner, outsider, admin } = people;
  const primary = owner.email;
  const wide = (text: string) =>
    text.replace(/[a-z]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0));
  const spellings = [
    ...[primary, primary.toUpperCase(), ` ${primary} `, `\t${primary}`, wide(primary)],
    ...[primary.replace('a', '\u{1d41a}'), `${primary}.`, primary.replace('@', '\uff20')],
  ];
  const before = await identity(owner.caller);
  for (const email of spellings) {
    const own = await outsider.caller.post('/user/emails', { email });
    target.require(own.status === 400, `${email} of another user: ${own.status} ${own.text}`);
    const other = await admin.caller.post(`/users/${outsider.id}/emails`, { email });
    target.require(other.status === 404, `${email} of another user, by an admin: ${other.status}`);
  }
  target.require((await identity(owner.caller)) === before, 'the victim has changed');
  const { password } = outsider;
  const stolen = await target.anonymous.post('/session', { login: primary, password });
  target.require(stolen.status === 401, `another user signs in by the address: ${stolen.status}`);
  return spellings.length;
}

async function identity(caller: Caller): Promise<string> {
  const { body } = await caller.get('/user');
  const { id, email, confirmed_at: confirmed } = body as Record<string, unknown>;
  return JSON.stringify([id, email, confirmed]);
}
