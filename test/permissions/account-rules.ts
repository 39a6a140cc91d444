import { createHash } from 'node:crypto';
import { newKey } from '../keys/keys.js';
import type { Resource } from '../support/seed.js';
import {
  administrators,
  anybody,
  NONE,
  notFound,
  type Cell,
  type Request,
  type Rule,
} from './rule.js';

let count = 0;

/** The parameters of a new key or address, unique for each call. */
const KINDS = {
  Key: {
    plural: 'keys',
    given: () => ({ title: 'laptop', key: newKey() }),
  },
  Email: {
    plural: 'emails',
    given: () => ({ email: `account-rule-${++count}@example.com` }),
  },
} as const;
type Thing = keyof typeof KINDS;

/** Adds one to an account as the administrator and returns it. */
async function make(thing: Thing, { world }: Cell, user: number): Promise<Resource> {
  const path = `/users/${user}/${KINDS[thing].plural}`;
  const { body } = await world.forge.root.post<Resource>(path, KINDS[thing].given());
  return body;
}

/** An operation of the caller on a key or address by its id. */
const own = (operation: string, thing: Thing, othersAreMissing: boolean): Rule => ({
  ...anybody(operation, async (cell): Promise<Request> => {
    const { world, actor, target } = cell;
    const user = target === 'own' ? world.idOf(actor) : world.person('bystander').id;
    const id = target === 'missing' ? NONE : (await make(thing, cell, user)).id;
    return { path: `/user/${KINDS[thing].plural}/${id}` };
  }),
  targets: ['own', 'other’s', 'missing'],
  refusal: ({ target }) => (othersAreMissing && target !== 'own' ? notFound(thing) : null),
});

const rulesOf = (thing: Thing): Rule[] => {
  const { plural, given } = KINDS[thing];
  const userPath = ({ world, target }: Cell) =>
    `/users/${target === 'missing' ? NONE : world.person('bystander').id}/${plural}`;
  return [
    anybody(`listCurrentUser${thing}s`, () => ({ path: `/user/${plural}` })),
    anybody(`createCurrentUser${thing}`, () => ({ path: `/user/${plural}`, body: given() })),
    own(`getCurrentUser${thing}`, thing, true),
    own(`deleteCurrentUser${thing}`, thing, false),
    administrators(`listUser${thing}s`, 'User', (cell) => ({ path: userPath(cell) })),
    administrators(`createUser${thing}`, 'User', (cell) => ({
      path: userPath(cell),
      body: given(),
    })),
    {
      ...administrators(`deleteUser${thing}`, thing, async (cell) => {
        const { world, target } = cell;
        const { id: user } = world.person('bystander');
        const whose = target === 'wrong parent' ? world.person('owner').id : user;
        const id = target === 'missing' ? NONE : (await make(thing, cell, whose)).id;
        return { path: `/users/${user}/${plural}/${id}` };
      }),
      targets: ['other’s', 'missing', 'wrong parent'],
    },
  ];
};

export const ACCOUNT_RULES: Rule[] = [
  ...rulesOf('Key'),
  ...rulesOf('Email'),
  administrators('getKeyByFingerprint', 'Key', async (cell) => {
    if (cell.target === 'missing') return { path: `/keys?fingerprint=SHA256:${'A'.repeat(43)}` };
    await make('Key', cell, cell.world.person('bystander').id);
    const { body } = await cell.world.forge.root.get<{ key: string }[]>(
      `/users/${cell.world.person('bystander').id}/keys`,
    );
    const blob = Buffer.from(body[0]?.key.split(' ')[1] ?? '', 'base64');
    const digest = createHash('sha256').update(blob).digest('base64').replace(/=+$/, '');
    return { path: `/keys?fingerprint=${encodeURIComponent(`SHA256:${digest}`)}` };
  }),
];
