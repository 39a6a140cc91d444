import { addEmail, emailView, newAddress, TAKEN as EMAIL_TAKEN } from '../emails/emails.js';
import { addKey, keyView, newKey, TAKEN as KEY_TAKEN } from '../keys/keys.js';
import type { Forge } from '../support/app.js';
import type { Answer, Client } from '../support/client.js';
import type { SeededUser } from '../support/seed.js';

type Given = Record<string, string>;

/** What users add to their account: the operations on keys and on emails are twins. */
export interface Kind {
  name: string;
  plural: 'keys' | 'emails';
  /** Its name in error messages. */
  resourceName: string;
  table: string;
  /** Valid parameters that nobody has used yet. */
  given: () => Given;
  view: (given: Given) => object;
  /** Adds a new one for the user of the client. */
  add: (client: Client) => Promise<{ id: number }>;
  taken: object;
  tooMany: object;
}

export const KINDS: Kind[] = [
  {
    name: 'key',
    plural: 'keys',
    resourceName: 'Key',
    table: 'ssh_keys',
    given: () => ({ title: 'A key', key: newKey() }),
    view: ({ title = '', key = '' }) => keyView(title, key),
    add: (client) => addKey(client),
    taken: KEY_TAKEN,
    tooMany: { key: ['is one too many (maximum is 100 keys)'] },
  },
  {
    name: 'email',
    plural: 'emails',
    resourceName: 'Email',
    table: 'emails',
    given: () => ({ email: newAddress() }),
    view: ({ email = '' }) => emailView(email),
    add: (client) => addEmail(client),
    taken: EMAIL_TAKEN,
    tooMany: { email: ['is one too many (maximum is 100 emails)'] },
  },
];

/** One of the two operations that add to the account of a user. */
export interface Addition {
  route: string;
  /** The status of every failure: 404 where an administrator adds to another account. */
  failure: 400 | 404;
  add: (forge: Forge, user: SeededUser, given: object) => Promise<Answer>;
}

export const additionsOf = (plural: Kind['plural']): Addition[] => [
  {
    route: `/user/${plural}`,
    failure: 400,
    add: (_, { client }, given) => client.post(`/user/${plural}`, given),
  },
  {
    route: `/users/:id/${plural}`,
    failure: 404,
    add: ({ root }, { at }, given) => root.post(`${at}/${plural}`, given),
  },
];
