import { createHash } from 'node:crypto';
import type { Forge } from '../../support/app.js';
import { lineOf } from '../../support/ssh-line.js';
import { World, type Person } from './model.js';

const CAST = ['ada', 'bob', 'cid'];
const MANY_PROJECTS = 1_000;

/**
 * Runs one sequence after the other with its own users, so that concurrent lanes
 * do not affect it. Users are reused, because hashing their passwords is slow.
 */
export class Lane {
  private constructor(
    readonly forge: Forge,
    readonly world: World,
    /** The initial state of the cast. */
    private readonly cast: readonly Person[],
  ) {}

  static async open(forge: Forge, prefix: string): Promise<Lane> {
    const person = async (name: string, more: { admin?: boolean; external?: boolean } = {}) => {
      const seeded = await forge.seed.user({
        username: `${prefix}-${name}`,
        email: `${prefix}-${name}@example.com`,
        name,
        projects_limit: MANY_PROJECTS,
        ...more,
      });
      return personOf({ ...seeded, admin: false, external: false, ...more });
    };
    const administrator = await person('boss', { admin: true });
    const cast: Person[] = [];
    for (const name of CAST) cast.push(await person(name));
    cast.push(await person('eve', { external: true }));
    const ghost = { ...administrator, id: 0, username: 'ghost', blocked: true };
    const world = new World(prefix, administrator, cast, ghost, keysOf(prefix));
    return new Lane(
      forge,
      world,
      cast.map((one) => ({ ...one })),
    );
  }

  /** Restores the users but not what they wrote. @throws Error if the service refuses */
  async clear(): Promise<void> {
    const { newcomers, people, cast } = this.world;
    for (const person of newcomers.filter(({ isDeleted }) => !isDeleted)) {
      await this.cleanUp('DELETE', `/users/${person.id}`, { hard_delete: true });
      this.world.removePerson(person, true);
    }
    for (const { id, emails, keys } of people) {
      for (const email of emails.splice(0))
        await this.cleanUp('DELETE', `/users/${id}/emails/${email.id}`);
      for (const key of keys.splice(0)) await this.cleanUp('DELETE', `/users/${id}/keys/${key.id}`);
    }
    for (const [index, before] of this.cast.entries()) {
      const current = cast[index];
      if (current?.blocked) await this.cleanUp('PUT', `/users/${before.id}/unblock`);
      if (current && isChanged(current, before)) await this.restore(before);
      if (current) Object.assign(current, before, { emails: current.emails, keys: current.keys });
    }
  }

  private async cleanUp(method: string, path: string, parameters?: object): Promise<void> {
    const { status, body } = await this.world.administrator.client.send(method, path, parameters);
    if (status !== 200) {
      throw new Error(`${method} ${path} afterwards answered ${status} ${JSON.stringify(body)}`);
    }
  }

  private async restore({ id, name, external }: Person): Promise<void> {
    const limit = external ? {} : { projects_limit: MANY_PROJECTS };
    await this.cleanUp('PUT', `/users/${id}`, { name, bio: '', external, ...limit });
  }
}

type UserFields = Pick<
  Person,
  'id' | 'username' | 'name' | 'email' | 'admin' | 'external' | 'client'
>;

const personOf = ({ id, username, name, email, admin, external, client }: UserFields): Person => ({
  ...{ id, username, name, email, admin, external, client },
  ...{ bio: null, blocked: false, isDeleted: false, mayCreateProjects: !external },
  ...{ emails: [], keys: [] },
});

const isChanged = (current: Person, before: Person): boolean =>
  current.name !== before.name ||
  current.bio !== before.bio ||
  current.external !== before.external ||
  current.mayCreateProjects !== before.mayCreateProjects;

const keysOf = (prefix: string): string[] =>
  ['a', 'b', 'c'].map((name) =>
    lineOf('ssh-ed25519', createHash('sha256').update(`${prefix} ${name}`).digest()),
  );
