import type { Client } from '../support/client.js';
import { startForge, type Forge } from '../support/app.js';
import { LEVEL, VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { KINDS, type Kind } from './kinds.js';

/** All have a token: credentials.sqlite.test.ts has the requests without one, and those of blocked users. */
export const ACTORS = [
  'outsider',
  'guest',
  'reporter',
  'developer',
  'master',
  'owner',
  'external',
  'administrator',
  'administrator as outsider',
] as const;
export type ActorName = (typeof ACTORS)[number];

interface SceneKind {
  name: string;
  /** Of the project. */
  visibility: number;
  /** The issues. */
  confidential: boolean;
  /** The `visibility_level` of the snippets. */
  snippet: number;
}

/** A project of `owner` with all members, and one noteable of each kind by the developer `author`. */
export interface Scene extends SceneKind {
  project: Resource;
  noteables: Record<Kind, Resource>;
}

export const SCENES: SceneKind[] = (
  [
    ['private project', 'private', false, 'public'],
    ['internal project', 'internal', false, 'public'],
    ['public project, internal snippet', 'public', false, 'internal'],
    ['public project, confidential issue and private snippet', 'public', true, 'private'],
  ] as const
).map(([name, visibility, confidential, snippet]) => ({
  ...{ name, confidential },
  visibility: VISIBILITY[visibility],
  snippet: VISIBILITY[snippet],
}));

const MEMBERS = ['guest', 'reporter', 'developer', 'master'] as const;

/** All actors, created once, and the scenes they act in. */
export class World {
  private readonly created = new Map<string, Promise<unknown>>();

  private constructor(
    readonly forge: Forge,
    readonly people: Record<string, SeededUser>,
  ) {}

  static async create(): Promise<World> {
    const forge = await startForge();
    const people: Record<string, SeededUser> = {};
    for (const name of ['outsider', 'owner', 'author', 'bystander', ...MEMBERS]) {
      people[name] = await forge.seed.user({ username: `the-${name}`, projects_limit: 10_000 });
    }
    people['external'] = await forge.seed.user({ username: 'the-external', external: true });
    return new World(forge, people);
  }

  person(name: string): SeededUser {
    const person = this.people[name];
    if (!person) throw new Error(`${name} is not an actor`);
    return person;
  }

  client(actor: ActorName): Client {
    if (actor === 'administrator') return this.forge.root;
    if (actor === 'administrator as outsider') {
      return this.forge.root.sudo(this.person('outsider').id);
    }
    return this.person(actor).client;
  }

  /** The id of the actor's account. */
  idOf(actor: ActorName): number {
    if (actor === 'administrator') return 1;
    return this.person(actor === 'administrator as outsider' ? 'outsider' : actor).id;
  }

  async scene(kind: SceneKind): Promise<Scene> {
    const { seed } = this.forge;
    const project = await seed.project(this.person('owner'), { visibility_level: kind.visibility });
    for (const name of MEMBERS) await seed.member(project, this.person(name), LEVEL[name]);
    const author = this.person('author');
    await seed.member(project, author, LEVEL.developer);
    const create = (noteable: Kind) =>
      this.create(
        author.client,
        `${project.at}/${KINDS[noteable].path}`,
        KINDS[noteable].given(kind),
      );
    const noteables = {
      Issue: await create('Issue'),
      MergeRequest: await create('MergeRequest'),
      Snippet: await create('Snippet'),
    };
    return { ...kind, project, noteables };
  }

  /** Creates something at the first call with this key. For cells whose requests do not change it. */
  once<T>(key: string, create: () => Promise<T>): Promise<T> {
    const created = (this.created.get(key) as Promise<T> | undefined) ?? create();
    this.created.set(key, created);
    return created;
  }

  /** Posts `given` and returns the created resource with its path. Throws unless the status is 201. */
  async create(client: Client, path: string, given: object): Promise<Resource> {
    const { status, body } = await client.post<Resource>(path, given);
    if (status !== 201) throw new Error(`POST ${path}: ${status} ${JSON.stringify(body)}`);
    return { ...body, at: `${path}/${body.id}` };
  }

  /** Runs `work` while the actor is a developer of the project, then restores the former level. */
  async asDeveloper<T>(
    { project }: Scene,
    actor: ActorName,
    work: (client: Client) => Promise<T>,
  ): Promise<T> {
    const members = `${project.at}/members`;
    const member = `${members}/${this.idOf(actor)}`;
    const level = levelOf(actor);
    const { root } = this.forge;
    const developer = { user_id: this.idOf(actor), access_level: LEVEL.developer };
    await (level > 0 ? root.put(member, developer) : root.post(members, developer));
    const done = await work(this.client(actor));
    await (level > 0 ? root.put(member, { access_level: level }) : root.delete(member));
    return done;
  }
}

/** The access level of the actor, the same in every scene. */
export function levelOf(actor: ActorName): number {
  if (actor === 'administrator') return 60;
  return (LEVEL as Record<string, number>)[actor] ?? 0;
}

/** Members and the owner see every project, non-external users internal ones, everybody with a token public ones. */
export function readsProject(actor: ActorName, { visibility }: SceneKind): boolean {
  if (levelOf(actor) > 0 || visibility === VISIBILITY.public) return true;
  return visibility === VISIBILITY.internal && actor !== 'external';
}
