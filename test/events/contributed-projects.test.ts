import { contributedProjects } from '../../src/events/contributed-projects.js';
import { EventSourcesRepository } from '../../src/events/event-sources.repository.js';
import { startForge, type Forge } from '../support/app.js';
import { databaseOf, write } from '../support/internals.js';

const PROJECT = `INSERT INTO projects (id, name, path, path_key, visibility_level, owner_id, issue_count,
    merge_request_count, created_at, last_activity_at)
  VALUES (:project, 'P', CONCAT('p', :project), CONCAT('p', :project), 0, 1, 0, 0, 0, 0)`;
const EVENT = `INSERT INTO events (author_id, project_id, action, created_at, audience)
  VALUES (:author, :project, 'created', 0, 0)`;

describe('the projects in which a user has events', () => {
  let forge: Forge;
  let sources: EventSourcesRepository;
  let author: number;
  let other: number;
  const made = new Set<number>();
  beforeAll(async () => {
    forge = await startForge();
    sources = forge.app.get(EventSourcesRepository, { strict: false });
  });
  afterAll(() => forge.close());
  beforeEach(async () => {
    author = (await forge.seed.user()).id;
    other = (await forge.seed.user()).id;
  });

  async function add(user: number, project: number): Promise<void> {
    if (!made.has(project)) await write(forge, PROJECT, { project });
    made.add(project);
    await write(forge, EVENT, { author: user, project });
  }

  const sequence = (length: number, id: (n: number) => number) =>
    Array.from({ length }, (_, n) => id(n));

  it.each([
    ['one project', [7]],
    ['neighbours', sequence(100, (n) => n + 1)],
    ['projects far from each other', sequence(40, (n) => 3 ** n).filter(Number.isSafeInteger)],
    ['groups', sequence(90, (n) => 1_000_000 * (n % 3) + n + 5)],
    ['an even distance', sequence(65, (n) => 1 + 997 * n)],
  ])('are all found: %s', async (_, projects) => {
    for (const project of projects) {
      await add(author, project);
      await add(author, project);
      await add(other, project + 1);
    }
    const expected = [...projects].sort((a, b) => a - b);
    expect(await contributedProjects(sources, author)).toEqual(expected);
  });

  it('are none for a user without events', async () => {
    expect(await contributedProjects(sources, author)).toEqual([]);
  });

  it('are found with fewer than 40 statements for 200 projects', async () => {
    for (const project of sequence(200, (n) => 500 + 3 * n)) await add(author, project);
    const database = databaseOf(forge);
    const rows = database.rows.bind(database);
    let statements = 0;
    database.rows = (query, values) => {
      statements++;
      return rows(query, values);
    };
    expect(await contributedProjects(sources, author)).toHaveLength(200);
    Reflect.deleteProperty(database, 'rows');
    expect(statements).toBeLessThan(40);
  });
});
