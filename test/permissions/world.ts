import type { Client } from '../support/client.js';
import { startForge, type Forge } from '../support/app.js';
import { LEVEL, VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';

export const ACTORS = [
  'anonymous',
  'outsider',
  'guest',
  'reporter',
  'developer',
  'master',
  'owner',
  'external',
  'blocked',
  'administrator',
  'administrator as outsider',
] as const;
export type ActorName = (typeof ACTORS)[number];

/** A project of `owner` with the members, and an issue of his in it. */
export interface Scene {
  name: string;
  visibility: number;
  confidential: boolean;
  project: Resource;
  issue: Resource;
  note: Resource;
}

export const SCENES = [
  { name: 'private project', visibility: VISIBILITY.private, confidential: false },
  { name: 'internal project', visibility: VISIBILITY.internal, confidential: false },
  { name: 'public project', visibility: VISIBILITY.public, confidential: false },
  { name: 'confidential issue', visibility: VISIBILITY.public, confidential: true },
];

const MEMBERS = ['guest', 'reporter', 'developer', 'master'] as const;

/** Everybody of the table, made once, and what they meet. */
export class World {
  private constructor(
    readonly forge: Forge,
    readonly people: Record<string, SeededUser>,
  ) {}

  static async create(): Promise<World> {
    const forge = await startForge();
    const people: Record<string, SeededUser> = {};
    for (const name of ['outsider', 'owner', 'blocked', 'bystander', ...MEMBERS]) {
      people[name] = await forge.seed.user({ username: `the-${name}`, projects_limit: 10_000 });
    }
    people['external'] = await forge.seed.user({ username: 'the-external', external: true });
    await forge.root.put(`/users/${people['blocked']?.id}/block`);
    return new World(forge, people);
  }

  person(name: string): SeededUser {
    const person = this.people[name];
    if (!person) throw new Error(`${name} is nobody of this world`);
    return person;
  }

  client(actor: ActorName): Client {
    if (actor === 'anonymous') return this.forge.anonymous;
    if (actor === 'administrator') return this.forge.root;
    if (actor === 'administrator as outsider') {
      return this.forge.root.sudo(this.person('outsider').id);
    }
    return this.person(actor).client;
  }

  /** Who the actor is to the service; null where he has no account that counts. */
  idOf(actor: ActorName): number {
    if (actor === 'administrator') return 1;
    return this.person(actor === 'administrator as outsider' ? 'outsider' : actor).id;
  }

  async scene(kind: (typeof SCENES)[number]): Promise<Scene> {
    const owner = this.person('owner');
    const { seed } = this.forge;
    const project = await seed.project(owner, { visibility_level: kind.visibility });
    for (const name of MEMBERS) await seed.member(project, this.person(name), LEVEL[name]);
    const issue = await seed.issue(project, owner, { confidential: kind.confidential });
    const note = await seed.note(issue, owner);
    return { ...kind, project, issue, note };
  }
}

/** The level of an actor in every scene, by his name. */
export function levelOf(actor: ActorName): number {
  if (actor === 'administrator') return 60;
  return (LEVEL as Record<string, number>)[actor] ?? 0;
}

export const hasToken = (actor: ActorName) => actor !== 'anonymous' && actor !== 'blocked';

/** Members and the owner; internal: who is not external; public: everybody with a token. */
export function readsProject(actor: ActorName, { visibility }: Scene): boolean {
  if (levelOf(actor) > 0 || visibility === VISIBILITY.public) return true;
  return visibility === VISIBILITY.internal && actor !== 'external';
}
