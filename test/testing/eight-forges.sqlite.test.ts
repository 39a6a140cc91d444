import { startForge, type Forge } from '../../src/app/testing/in-process.js';

const ROUNDS = [1, 2, 3];

/** Creates users, each with a project and a note, all at the same time. */
async function workIn(forge: Forge, name: string): Promise<void> {
  await Promise.all(
    ROUNDS.map(async (n) => {
      const user = await forge.user({ username: `${name}-${n}` });
      const project = await forge.project({ owner: user, name: `${name}-${n}` });
      const issue = await forge.issue({ project });
      await forge.note({ on: issue, body: `${name}-${n}` });
    }),
  );
}

/** All usernames, and the bodies of the notes of each project. */
async function contentOf(forge: Forge) {
  const root = forge.as(forge.root);
  const users = await root.get<{ username: string }[]>('/users', { per_page: 100 });
  const projects = await root.get<{ id: number; name: string }[]>('/projects/all');
  const notes = projects.body.map(async ({ id, name }) => {
    const issues = await root.get<{ id: number }[]>(`/projects/${id}/issues`);
    const lists = issues.body.map((issue) =>
      root.get<{ body: string }[]>(`/projects/${id}/issues/${issue.id}/notes`),
    );
    const bodies = (await Promise.all(lists)).flatMap((list) => list.body.map(({ body }) => body));
    return [name, ...bodies];
  });
  return {
    users: users.body.map(({ username }) => username).sort(),
    notes: (await Promise.all(notes)).sort(),
  };
}

/** What `contentOf` returns after `workIn` with each of these names. */
function contentAfter(...names: string[]) {
  const made = names.flatMap((name) => ROUNDS.map((n) => `${name}-${n}`)).sort();
  return { users: [...made, 'root'].sort(), notes: made.map((name) => [name, name]) };
}

// `startForge` of `forgenote/testing` also runs all forges of a test process in one process.
describe('eight forges', () => {
  it('work at the same time, and none has the rows of another', async () => {
    const forges = await Promise.all(Array.from({ length: 8 }, () => startForge()));
    try {
      // Every second forge resets while the others work.
      const isReset = (n: number) => n % 2 === 0;
      await Promise.all(
        forges.map(async (one, n) => {
          await workIn(one, `before-${n}`);
          if (isReset(n)) await one.reset();
          await workIn(one, `after-${n}`);
        }),
      );
      expect(await Promise.all(forges.map(contentOf))).toEqual(
        forges.map((_, n) => contentAfter(...(isReset(n) ? [] : [`before-${n}`]), `after-${n}`)),
      );
    } finally {
      await Promise.all(forges.map((one) => one.close()));
    }
  });
});
