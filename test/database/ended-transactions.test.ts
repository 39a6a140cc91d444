import { RequestScope } from '../../src/database/request-scope.js';
import { Database, ENGINE, type Unit } from '../../src/database/database.js';
import type { Engine } from '../../src/database/engine.js';
import { DatabaseUnavailable, ReferenceViolation } from '../../src/database/failures.js';
import { statement } from '../../src/database/statement.js';
import { ProjectsRepository } from '../../src/features/projects/projects.repository.js';
import { startForge, type Forge } from '../support/app.js';
import type { Resource } from '../support/seed.js';

/** A deadline of 300 ms instead of 10 s. */
class ShortDeadlineDatabase extends Database {
  protected override readonly deadlineMs = 300;
}

let forge: Forge;
let database: Database;
let shortDeadline: ShortDeadlineDatabase;
let id: number;

beforeAll(async () => {
  forge = await startForge({ DATABASE_POOL: '3' });
  database = forge.app.get(Database);
  shortDeadline = new ShortDeadlineDatabase(forge.app.get<Engine>(ENGINE));
  const project: Resource = await forge.seed.project(await forge.seed.user());
  id = project.id;
});
afterAll(() => forge.close());

const COUNT = statement<{ n: number }>('SELECT issue_count AS n FROM projects WHERE id = :id');
const RESET = statement('UPDATE projects SET issue_count = 0 WHERE id = :id');
const ADD = statement('UPDATE projects SET issue_count = issue_count + 1 WHERE id = :id');
const CHANGE_OWNER = statement('UPDATE projects SET owner_id = :owner WHERE id = :id');
const count = async () => (await database.row(COUNT, { id }))?.n;
const add = (unit: Unit) => unit.write(ADD, { id });

beforeEach(() => database.unit(RequestScope.background, (unit) => unit.write(RESET, { id })));

/** A promise that `open` resolves. */
function gate(): { opened: Promise<void>; open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

const NOT_BEGUN = 'not begun';

/** Lets a unit pass its deadline, awaits `beforeContinuing` and returns the outcome of `later`, which runs in the unit. */
async function continueAfterDeadline(
  later: (unit: Unit) => Promise<unknown>,
  beforeContinuing: () => Promise<unknown> = () => Promise.resolve(),
): Promise<unknown> {
  const { opened, open } = gate();
  let end: Promise<unknown> = Promise.resolve(NOT_BEGUN);
  const late = shortDeadline.unit(RequestScope.background, (unit) => {
    end = (async () => {
      await add(unit);
      await opened;
      return later(unit);
    })().catch((error: unknown) => error);
    return end;
  });
  await expect(late).rejects.toThrow(DatabaseUnavailable);
  await beforeContinuing().finally(open);
  return end;
}

describe('a transaction past its deadline', () => {
  it.each<[string, (unit: Unit) => Promise<unknown>]>([
    ['a statement', add],
    ['a read', (unit) => unit.row(COUNT, { id })],
    [
      'a repository',
      (unit) =>
        unit
          .withRepository(forge.app.get(ProjectsRepository, { strict: false }))
          .update({ id }, { issueCount: 9 }),
    ],
  ])('rejects further work: %s', async (_, later) => {
    let outcome: unknown = NOT_BEGUN;
    // On a busy machine, the deadline can pass before the unit begins.
    while (outcome === NOT_BEGUN) outcome = await continueAfterDeadline(later);
    expect(outcome).toBeInstanceOf(Error);
    expect(await count()).toBe(0);
  });

  it('does not block other transactions', async () => {
    await continueAfterDeadline(
      () => Promise.resolve(),
      () => database.unit(RequestScope.background, add),
    );
    expect(await count()).toBe(1);
  });

  it('releases its connection', async () => {
    await Promise.all(
      Array.from({ length: 10 }, () => continueAfterDeadline(() => Promise.resolve())),
    );
    await Promise.all(
      Array.from({ length: 10 }, () => database.unit(RequestScope.background, add)),
    );
    expect(await count()).toBe(10);
  });

  it('can fail while it waits for another one, which continues', async () => {
    const [begun, others] = [gate(), gate()];
    const slow = database.unit(RequestScope.background, async (unit) => {
      await add(unit);
      begun.open();
      await others.opened;
      await add(unit);
    });
    await begun.opened;
    await Promise.all(
      [1, 2].map(() =>
        expect(shortDeadline.unit(RequestScope.background, add)).rejects.toThrow(
          DatabaseUnavailable,
        ),
      ),
    );
    others.open();
    await slow;
    expect(await count()).toBe(2);
    await database.unit(RequestScope.background, add);
    expect(await count()).toBe(3);
  });
});

describe('a transaction that failed', () => {
  it('rejects further work, even if its connection is in use again', async () => {
    let rest: Promise<unknown> = Promise.resolve();
    const { opened, open } = gate();
    const failing = database.unit(RequestScope.background, (unit) => {
      rest = opened.then(() => add(unit));
      rest.catch(() => undefined);
      return add(unit).then(() => Promise.reject(new Error('no')));
    });
    await expect(failing).rejects.toThrow('no');
    const next = database.unit(RequestScope.background, async (unit) => {
      await unit.row(COUNT, { id });
      open();
      await rest.catch(() => undefined);
      return (await unit.row(COUNT, { id }))?.n;
    });
    await expect(rest).rejects.toThrow('The unit of work has ended');
    expect([await next, await count()]).toEqual([0, 0]);
  });

  it('reports a missing referenced row', async () => {
    const failing = database.unit(RequestScope.background, async (unit) => {
      await add(unit);
      await unit.write(CHANGE_OWNER, { id, owner: 999_999 });
    });
    await expect(failing).rejects.toThrow(ReferenceViolation);
    expect(await count()).toBe(0);
  });
});
