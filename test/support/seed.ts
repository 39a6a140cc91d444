import type { Client } from './client.js';

/** What a resource has at least; the rest as it was answered. */
export interface Resource {
  id: number;
  /** Where it is, below /api/v3. */
  at: string;
  [field: string]: unknown;
}

export interface SeededUser {
  id: number;
  at: string;
  username: string;
  email: string;
  name: string;
  password: string;
  token: string;
  /** Speaks in the name of this user. */
  client: Client;
}

type Overrides = Record<string, unknown>;

export const LEVEL = { guest: 10, reporter: 20, developer: 30, master: 40, owner: 50 };
export const VISIBILITY = { private: 0, internal: 10, public: 20 };

/** Makes things over the interface, each with a name of its own. */
export class Seed {
  private count = 0;

  constructor(private readonly root: Client) {}

  async user(overrides: Overrides = {}): Promise<SeededUser> {
    const n = ++this.count;
    const password = 'correct horse battery staple';
    const given = {
      username: `user${n}`,
      email: `user${n}@example.com`,
      name: `User ${n}`,
      password,
      ...overrides,
    };
    const { id, at } = await create(this.root, '/users', given);
    // Through sudo rather than a session: no password has to be hashed.
    const { body } = await this.root.get<{ private_token: string }>('/user', { sudo: id });
    const token = body.private_token;
    return { ...given, id, at, token, client: this.root.as(token) };
  }

  admin(overrides: Overrides = {}): Promise<SeededUser> {
    return this.user({ admin: true, ...overrides });
  }

  project(owner: SeededUser, overrides: Overrides = {}): Promise<Resource> {
    const name = `Project ${++this.count}`;
    return create(owner.client, '/projects', { name, ...overrides });
  }

  /** By the administrator. */
  async member(project: Resource, user: SeededUser, access_level: number): Promise<void> {
    await create(this.root, `${project.at}/members`, { user_id: user.id, access_level });
  }

  issue(project: Resource, author: SeededUser, overrides: Overrides = {}): Promise<Resource> {
    const title = `Issue ${++this.count}`;
    return create(author.client, `${project.at}/issues`, { title, ...overrides });
  }

  /** By a reporter or up. */
  snippet(project: Resource, author: SeededUser, overrides: Overrides = {}): Promise<Resource> {
    const n = ++this.count;
    const given = { title: `Snippet ${n}`, file_name: `${n}.rb`, code: 'x', visibility_level: 20 };
    return create(author.client, `${project.at}/snippets`, { ...given, ...overrides });
  }

  /** By a developer or up. */
  mergeRequest(
    project: Resource,
    author: SeededUser,
    overrides: Overrides = {},
  ): Promise<Resource> {
    const n = ++this.count;
    const given = { title: `Change ${n}`, source_branch: `b${n}`, target_branch: 'master' };
    return create(author.client, `${project.at}/merge_requests`, { ...given, ...overrides });
  }

  /** On whatever takes notes. */
  note(noteable: Resource, author: SeededUser, overrides: Overrides = {}): Promise<Resource> {
    const body = `Note ${++this.count}`;
    return create(author.client, `${noteable.at}/notes`, { body, ...overrides });
  }
}

async function create(client: Client, path: string, given: object): Promise<Resource> {
  const { status, body } = await client.post<Resource>(path, given);
  if (status !== 201) {
    throw new Error(`POST ${path} for a seed answered ${status} ${JSON.stringify(body)}`);
  }
  return { ...body, at: `${path}/${body.id}` };
}
