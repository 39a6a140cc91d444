import { Database } from '../../src/database/database.js';
import { statement } from '../../src/database/statement.js';
import { startForge, type Forge } from '../support/app.js';
import { VISIBILITY, type SeededUser } from '../support/seed.js';
import { answered } from '../support/views.js';

let forge: Forge;
let ada: SeededUser;
beforeAll(async () => {
  forge = await startForge();
  ada = await forge.seed.user();
});
afterAll(() => forge.close());

const TRACES = ['events', 'project_members', 'user_terms', 'emails'] as const;

/** Deletes a user in a transaction and sends `send` before the commit: it reads the user and then waits to write. */
async function race<Result>(user: SeededUser, send: () => Promise<Result>): Promise<Result> {
  let answer: Promise<Result> | undefined;
  await forge.app.get(Database).unit(async (unit) => {
    for (const table of TRACES) {
      const column = table === 'events' ? 'author_id' : 'user_id';
      await unit.write(statement(`DELETE FROM ${table} WHERE ${column} = :id`), { id: user.id });
    }
    await unit.write(statement('DELETE FROM users WHERE id = :id'), { id: user.id });
    answer ??= send();
    // Readers see the user until this transaction commits; writers wait for it.
    await new Promise((resolve) => setTimeout(resolve, 300));
  });
  return answer ?? Promise.reject(new Error('not sent'));
}

describe('a user deleted while a request runs', () => {
  it('cannot become a member: the request returns 404', async () => {
    const project = await forge.seed.project(ada);
    const bob = await forge.seed.user();
    const given = { user_id: bob.id, access_level: 10 };
    const answer = await race(bob, () => ada.client.post(`${project.at}/members`, given));
    expect(answer.status).toBe(404);
    const members = await ada.client.get<{ id: number }[]>(`${project.at}/members`);
    expect(members.body.map(({ id }) => id)).not.toContain(bob.id);
  });

  it('cannot become the assignee: the request fails', async () => {
    const project = await forge.seed.project(ada);
    const bob = await forge.seed.user();
    await forge.seed.member(project, bob, 20);
    const given = { title: 'x', assignee_id: bob.id };
    const answer = await race(bob, () => ada.client.post(`${project.at}/issues`, given));
    expect([404, 400]).toContain(answer.status);
    expect((await ada.client.get(`${project.at}/issues`)).body).toEqual([]);
  });

  it('cannot write a note: the request returns 404', async () => {
    const bob = await forge.seed.user();
    const project = await forge.seed.project(ada, { visibility_level: VISIBILITY.public });
    const { at } = await forge.seed.issue(project, ada);
    const answer = await race(bob, () => bob.client.post(`${at}/notes`, { body: 'x' }));
    expect(answer).toEqual(answered(404, { message: '404 Not Found' }));
    expect((await ada.client.get(`${at}/notes`)).body).toEqual([]);
  });

  it('cannot create a project: the request fails, and the next one returns 401', async () => {
    const bob = await forge.seed.user();
    const answer = await race(bob, () => bob.client.post('/projects', { name: 'x' }));
    expect([401, 403, 404]).toContain(answer.status);
    expect(await bob.client.get('/user')).toEqual(answered(401, { message: '401 Unauthorized' }));
  });
});
