import { idOf, type Caller } from '../clients/caller.js';
import { newKey } from './new-key.js';

export interface Person {
  id: number;
  username: string;
  email: string;
  password: string;
  token: string;
  caller: Caller;
}

/** An issue, snippet or merge request with a note and awards on both. */
export interface Item {
  id: number;
  /** The path below `/api/v3`. */
  at: string;
  note: number;
  award: number;
  noteAward: number;
}

/** A project with one item of each kind. */
export interface Place {
  id: number;
  /** The last part of its path in pages. */
  path: string;
  /** The path below `/api/v3`. */
  at: string;
  issue: Item;
  confidential: Item;
  snippet: Item;
  mergeRequest: Item;
}

export const LEVEL = { guest: 10, reporter: 20, developer: 30, master: 40 } as const;
const VISIBILITY = { private: 0, internal: 10, public: 20 } as const;
const ROLES = ['owner', 'master', 'reporter', 'guest', 'outsider', 'external', 'blocked'] as const;
export type Role = (typeof ROLES)[number] | 'admin';

let count = 0;
export const unique = (): string => `w${++count}`;

/** The users and rows that are attacked. */
export class World {
  private constructor(
    private readonly root: Caller,
    readonly people: Record<Role, Person>,
    readonly secret: Place,
    readonly open: Place,
    /** Of the owner. */
    readonly key: number,
    readonly email: number,
  ) {}

  static async create(root: Caller): Promise<World> {
    const entries = await Promise.all(
      [...ROLES, 'admin' as const].map(async (role) => [role, await createPerson(root, role)]),
    );
    const people = Object.fromEntries(entries) as Record<Role, Person>;
    const { owner, blocked } = people;
    await root.put(`/users/${blocked.id}/block`);
    const secret = await createPlace(people, VISIBILITY.private);
    const open = await createPlace(people, VISIBILITY.public);
    const key = idOf(await owner.caller.post('/user/keys', { title: 'laptop', key: newKey() }));
    const email = `${unique()}@secondary.example`;
    const emailId = idOf(await owner.caller.post('/user/emails', { email }));
    return new World(root, people, secret, open, key, emailId);
  }

  person(attributes: object = {}): Promise<Person> {
    return createPerson(this.root, unique(), attributes);
  }
}

/** Creates a user who can act. */
async function createPerson(root: Caller, name: string, attributes: object = {}): Promise<Person> {
  const username = `${name}-${unique()}`;
  const email = `${username}@mail.example`;
  const password = `password of ${username}`;
  const flags = { admin: name === 'admin', external: name === 'external' };
  const given = { username, email, password, name: username, confirm: false, projects_limit: 1000 };
  const id = idOf(await root.post('/users', { ...given, ...flags, ...attributes }));
  const { body } = await root.with({ 'private-token': '' }).post('/session', {
    ...{ login: username, password },
  });
  const token = (body as { private_token?: string } | undefined)?.private_token;
  if (token === undefined) throw new Error(`${username} cannot sign in`);
  return { ...{ id, username, email, password, token }, caller: root.as(token) };
}

/** By the owner, with all roles that are members. */
async function createPlace(people: Record<Role, Person>, level: number): Promise<Place> {
  const { caller } = people.owner;
  const path = unique();
  const created = await caller.post('/projects', { name: path, visibility_level: level });
  const id = idOf(created);
  const at = `/projects/${id}`;
  for (const role of ['master', 'reporter', 'guest'] as const) {
    const member = { user_id: people[role].id, access_level: LEVEL[role] };
    await caller.post(`${at}/members`, member);
  }
  const item = (kind: string, given: object = {}) => createItem(caller, `${at}/${kind}`, given);
  const code = { file_name: 'a.rb', code: 'puts 1', visibility_level: level };
  return {
    ...{ id, path, at },
    issue: await item('issues'),
    confidential: await item('issues', { confidential: true }),
    snippet: await item('snippets', code),
    mergeRequest: await item('merge_requests', { source_branch: 'a', target_branch: 'b' }),
  };
}

async function createItem(caller: Caller, path: string, given: object): Promise<Item> {
  const id = idOf(await caller.post(path, { title: 'Engine', ...given }));
  const at = `${path}/${id}`;
  const note = idOf(await caller.post(`${at}/notes`, { body: 'It hums.' }));
  const emoji = { name: 'tada' };
  const award = idOf(await caller.post(`${at}/award_emoji`, emoji));
  const noteAward = idOf(await caller.post(`${at}/notes/${note}/award_emoji`, emoji));
  return { id, at, note, award, noteAward };
}
