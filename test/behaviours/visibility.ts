import type { Forge } from '../support/app.js';
import type { Client } from '../support/client.js';
import type { NoteableKind } from '../support/noteables.js';
import { VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { answered } from '../support/expected-responses.js';

export type Level = keyof typeof VISIBILITY;
export const LEVELS: Level[] = ['private', 'internal', 'public'];

/** The titles that a user sees in a project, newest first. Null: the project itself is hidden. */
export type VisibleTitles = string[] | null;

/** Who sees what in a private, an internal and a public project. */
export type VisibilityTable = [
  who: string,
  inPrivate: VisibleTitles,
  inInternal: VisibleTitles,
  inPublic: VisibleTitles,
][];

/** A project of each visibility level, and what is in it by title. */
export type Scenes = Record<Level, { project: Resource; made: Record<string, Resource> }>;

/** Makes one scene for each visibility level. */
export async function scenesOf(make: (level: Level) => Promise<Scenes[Level]>): Promise<Scenes> {
  const scenes = {} as Scenes;
  for (const level of LEVELS) scenes[level] = await make(level);
  return scenes;
}

/** The client of a user by name, of `administrator`, or of `one user as another`. */
export function clientOf(forge: Forge, people: Record<string, SeededUser>, who: string): Client {
  const named = (name: string) => (name === 'administrator' ? forge.root : people[name].client);
  const [caller = '', effective] = who.split(' as ');
  return effective === undefined ? named(caller) : named(caller).sudo(people[effective].id);
}

interface World {
  forge: Forge;
  people: Record<string, SeededUser>;
  scenes: Scenes;
}

/**
 * Declares that users list, get and comment exactly the noteables they see. `more` are further paths below a noteable,
 * to GET. test/permissions has the other operations on notes and awards, which find the noteable in the same way.
 */
export function enforcesVisibility(
  { resourceName, path }: NoteableKind,
  table: VisibilityTable,
  world: () => World,
  more: string[] = [],
): void {
  const titles = [
    ...new Set(table.flatMap(([, ...visible]) => visible.flatMap((all) => all ?? []))),
  ];
  const notFound = (missing: string) => answered(404, { message: `404 ${missing} Not Found` });
  const cases = table.flatMap(([who, ...visible]) =>
    LEVELS.map((level, column) => [who, level, visible[column] ?? null] as const),
  );

  describe.each(cases)('%s in a %s project', (who, level, visible) => {
    const client = () => clientOf(world().forge, world().people, who);
    const at = (title: string) => world().scenes[level].made[title].at;

    it(`lists and counts ${visible?.join(' and ') ?? 'nothing'}`, async () => {
      const { project } = world().scenes[level];
      const answer = await client().get<{ title: string }[]>(`${project.at}/${path}`);
      if (visible === null) {
        expect(answer).toEqual(notFound('Project'));
        return;
      }
      expect(answer.body.map(({ title }) => title)).toEqual(visible);
      expect(answer.headers.get('X-Total')).toBe(String(visible.length));
    });

    it('gets each item, gets its notes and writes one, only if it is visible', async () => {
      for (const title of titles) {
        const isVisible = visible?.includes(title) ?? false;
        const missing = notFound(visible === null ? 'Project' : resourceName);
        for (const below of ['', '/notes', ...more]) {
          const answer = await client().get(at(title) + below);
          if (isVisible) expect(answer.status).toBe(200);
          else expect(answer).toEqual(missing);
        }
        const note = await client().post(`${at(title)}/notes`, { body: 'x' });
        expect([title, note.status]).toEqual([title, isVisible ? 201 : 404]);
      }
    });
  });
}
