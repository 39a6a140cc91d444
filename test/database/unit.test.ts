import { RequestScope } from '../../src/database/request-scope.js';
import { setTimeout as delay } from 'node:timers/promises';
import { Database } from '../../src/database/database.js';
import { UniqueViolation } from '../../src/database/failures.js';
import { statement } from '../../src/database/statement.js';
import { startForge, type Forge } from '../support/app.js';
import type { Resource } from '../support/seed.js';

let forge: Forge;
let database: Database;
let project: Resource;
let other: Resource;

beforeAll(async () => {
  forge = await startForge();
  database = forge.app.get(Database);
  const owner = await forge.seed.user();
  project = await forge.seed.project(owner);
  other = await forge.seed.project(owner);
});
afterAll(() => forge.close());

const COUNT = statement<{ n: number }>('SELECT issue_count AS n FROM projects WHERE id = :id');
const SET = statement('UPDATE projects SET issue_count = :n WHERE id = :id');
const ADD = statement('UPDATE projects SET issue_count = issue_count + 1 WHERE id = :id');
const countOf = async ({ id }: Resource) => (await database.row(COUNT, { id }))?.n;

describe('a transaction', () => {
  beforeEach(async () => {
    for (const { id } of [project, other])
      await database.unit(RequestScope.background, (unit) => unit.write(SET, { id, n: 0 }));
  });

  it('is isolated: 50 concurrent read-modify-writes lose no update', async () => {
    const { id } = project;
    await Promise.all(
      Array.from({ length: 50 }, () =>
        database.unit(RequestScope.background, async (unit) => {
          const [row] = await unit.lock(COUNT, { id });
          await delay(1);
          await unit.write(SET, { id, n: (row?.n ?? 0) + 1 });
        }),
      ),
    );
    expect(await countOf(project)).toBe(50);
  });

  it('is rolled back when it fails', async () => {
    const { id } = project;
    const failing = database.unit(RequestScope.background, async (unit) => {
      await unit.write(ADD, { id });
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await countOf(project)).toBe(0);
  });

  it('is retried as a whole after a deadlock', async () => {
    const both = (first: Resource, second: Resource) =>
      database.unit(RequestScope.background, async (unit) => {
        await unit.write(ADD, { id: first.id });
        await delay(50);
        await unit.write(ADD, { id: second.id });
      });
    await Promise.all([both(project, other), both(other, project)]);
    expect([await countOf(project), await countOf(other)]).toEqual([2, 2]);
  });

  it('names the violated unique index', async () => {
    const copy = statement(
      `INSERT INTO projects (name, path, path_key, visibility_level, owner_id, issue_count,
         merge_request_count, created_at, last_activity_at)
       SELECT name, path, path_key, visibility_level, owner_id, 0, 0, 0, 0 FROM projects WHERE id = :id`,
    );
    const failing = database.unit(RequestScope.background, (unit) =>
      unit.write(copy, { id: project.id }),
    );
    await expect(failing).rejects.toThrow(UniqueViolation);
    await expect(failing).rejects.toMatchObject({ index: 'projects_path' });
  });

  it('does not block readers, which see the last commit', async () => {
    const { id } = project;
    await database.unit(RequestScope.background, async (unit) => {
      await unit.write(ADD, { id });
      expect(await countOf(project)).toBe(0);
      expect((await unit.row(COUNT, { id }))?.n).toBe(1);
    });
    expect(await countOf(project)).toBe(1);
  });

  it('throws for a statement without a value, before it is sent', async () => {
    await expect(
      database.unit(RequestScope.background, (unit) => unit.write(SET, { id: 1 })),
    ).rejects.toThrow('No value for :n');
  });
});
