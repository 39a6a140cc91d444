import { createHash } from 'node:crypto';
import { newKey } from '../keys/keys.js';
import type { Resource } from '../support/seed.js';
import {
  allowAdministrators,
  allowEverybody,
  UNKNOWN_ID,
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
type Kind = keyof typeof KINDS;

/** Adds one to an account as the administrator and returns it. */
async function create(kind: Kind, { world }: Cell, user: number): Promise<Resource> {
  const path = `/users/${user}/${KINDS[kind].plural}`;
  const { body } = await world.forge.root.post<Resource>(path, KINDS[kind].given());
  return body;
}

/** An operation of the caller on a key or address by its id. */
const own = (operation: string, kind: Kind, othersAreMissing: boolean): Rule => ({
  ...allowEverybody(operation, async (cell): Promise<Request> => {
    const { world, actor, target } = cell;
    const user = target === 'own' ? world.idOf(actor) : world.person('bystander').id;
    const id = target === 'missing' ? UNKNOWN_ID : (await create(kind, cell, user)).id;
    return { path: `/user/${KINDS[kind].plural}/${id}` };
  }),
  targets: ['own', 'other’s', 'missing'],
  refusal: ({ target }) => (othersAreMissing && target !== 'own' ? notFound(kind) : null),
});

const rulesOf = (kind: Kind): Rule[] => {
  const { plural, given } = KINDS[kind];
  const userPath = ({ world, target }: Cell) =>
    `/users/${target === 'missing' ? UNKNOWN_ID : world.person('bystander').id}/${plural}`;
  return [
    allowEverybody(`listCurrentUser${kind}s`, () => ({ path: `/user/${plural}` })),
    allowEverybody(`createCurrentUser${kind}`, () => ({ path: `/user/${plural}`, body: given() })),
    own(`getCurrentUser${kind}`, kind, true),
    own(`deleteCurrentUser${kind}`, kind, false),
    allowAdministrators(`listUser${kind}s`, 'User', (cell) => ({ path: userPath(cell) })),
    allowAdministrators(`createUser${kind}`, 'User', (cell) => ({
      path: userPath(cell),
      body: given(),
    })),
    {
      ...allowAdministrators(`deleteUser${kind}`, kind, async (cell) => {
        const { world, target } = cell;
        const { id: user } = world.person('bystander');
        const owner = target === 'wrong parent' ? world.person('owner').id : user;
        const id = target === 'missing' ? UNKNOWN_ID : (await create(kind, cell, owner)).id;
        return { path: `/users/${user}/${plural}/${id}` };
      }),
      targets: ['other’s', 'missing', 'wrong parent'],
    },
  ];
};

export const ACCOUNT_RULES: Rule[] = [
  ...rulesOf('Key'),
  ...rulesOf('Email'),
  allowAdministrators('getKeyByFingerprint', 'Key', async (cell) => {
    if (cell.target === 'missing') return { path: `/keys?fingerprint=SHA256:${'A'.repeat(43)}` };
    await create('Key', cell, cell.world.person('bystander').id);
    const { body } = await cell.world.forge.root.get<{ key: string }[]>(
      `/users/${cell.world.person('bystander').id}/keys`,
    );
    const blob = Buffer.from(body[0]?.key.split(' ')[1] ?? '', 'base64');
    const digest = createHash('sha256').update(blob).digest('base64').replace(/=+$/, '');
    return { path: `/keys?fingerprint=${encodeURIComponent(`SHA256:${digest}`)}` };
  }),
];
