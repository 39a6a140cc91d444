import { create, tokenOf, UniqueParams } from '../../src/app/testing/creations.js';
import type { Client } from './client.js';

/** A created resource with the fields of the response. */
export interface Resource {
  id: number;
  /** Its path below /api/v3. */
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
  /** A client with the token of this user. */
  client: Client;
}

type Overrides = Record<string, unknown>;

export const LEVEL = { guest: 10, reporter: 20, developer: 30, master: 40, owner: 50 };
export const VISIBILITY = { private: 0, internal: 10, public: 20 };

/** Creates resources through the API with the parameters of the public test kit. */
export class Seed {
  private readonly params = new UniqueParams();

  constructor(private readonly root: Client) {}

  async user(overrides: Overrides = {}): Promise<SeededUser> {
    const given = { ...this.params.user(), ...overrides };
    const { id, at } = await create(this.root, '/users', given);
    const token = await tokenOf(this.root, { id });
    return { ...given, id, at, token, client: this.root.as(token) };
  }

  admin(overrides: Overrides = {}): Promise<SeededUser> {
    return this.user({ admin: true, ...overrides });
  }

  project(owner: SeededUser, overrides: Overrides = {}): Promise<Resource> {
    return create(owner.client, '/projects', { ...this.params.project(), ...overrides });
  }

  /** The first administrator adds the member. */
  async member(project: Resource, user: SeededUser, access_level: number): Promise<void> {
    await create(this.root, `${project.at}/members`, { user_id: user.id, access_level });
  }

  issue({ at }: Resource, { client }: SeededUser, overrides: Overrides = {}): Promise<Resource> {
    return create(client, `${at}/issues`, { ...this.params.issue(), ...overrides });
  }

  /** A public snippet. The author needs access level 20. */
  snippet({ at }: Resource, { client }: SeededUser, overrides: Overrides = {}): Promise<Resource> {
    const given = { ...this.params.snippet(), visibility_level: VISIBILITY.public, ...overrides };
    return create(client, `${at}/snippets`, given);
  }

  /** The author needs access level 30. */
  mergeRequest(
    { at }: Resource,
    { client }: SeededUser,
    overrides: Overrides = {},
  ): Promise<Resource> {
    const given = { ...this.params.mergeRequest(), ...overrides };
    return create(client, `${at}/merge_requests`, given);
  }

  /** A note on an issue, a snippet or a merge request. */
  note({ at }: Resource, { client }: SeededUser, overrides: Overrides = {}): Promise<Resource> {
    return create(client, `${at}/notes`, { ...this.params.note(), ...overrides });
  }
}
