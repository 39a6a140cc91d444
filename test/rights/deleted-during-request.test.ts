import { RequestScope } from '../../src/database/request-scope.js';
import { Database } from '../../src/database/database.js';
import { statement } from '../../src/database/statement.js';
import type { Unit } from '../../src/database/unit.js';
import { startForge, type Forge } from '../support/app.js';
import { VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { answered } from '../support/expected-responses.js';

let forge: Forge;
let ada: SeededUser;
beforeAll(async () => {
  forge = await startForge();
  ada = await forge.seed.user();
});
afterAll(() => forge.close());

const TABLES = ['events', 'project_members', 'user_terms', 'emails'] as const;

/** Calls `send` after `remove`, before the commit. Its request reads the deleted rows and then waits to write. */
async function sendDuring<Result>(
  remove: (unit: Unit) => Promise<void>,
  send: () => Promise<Result>,
): Promise<Result> {
  let answer: Promise<Result> | undefined;
  await forge.app.get(Database).unit(RequestScope.background, async (unit) => {
    await remove(unit);
    answer ??= send();
    // Readers see the rows until this transaction commits; writers wait for it.
    await new Promise((resolve) => setTimeout(resolve, 300));
  });
  return answer ?? Promise.reject(new Error('not sent'));
}

const deletionOfUser = (user: SeededUser) => async (unit: Unit) => {
  for (const table of TABLES) {
    const column = table === 'events' ? 'author_id' : 'user_id';
    await unit.write(statement(`DELETE FROM ${table} WHERE ${column} = :id`), { id: user.id });
  }
  await unit.write(statement('DELETE FROM users WHERE id = :id'), { id: user.id });
};

const deletionOfProject = (project: Resource) => async (unit: Unit) => {
  await unit.write(statement('DELETE FROM events WHERE project_id = :id'), { id: project.id });
  await unit.write(statement('DELETE FROM projects WHERE id = :id'), { id: project.id });
};

/** With SQLite the insert finds no row. With MariaDB its foreign key fails, which names no resource. */
const notFound = (name: string) =>
  [`404 ${name} Not Found`, '404 Not Found'].map((message) => ({ message }));

describe('a project deleted while a request runs', () => {
  it('gets no member: the request returns 404', async () => {
    const project = await forge.seed.project(ada);
    const bob = await forge.seed.user();
    const given = { user_id: bob.id, access_level: 10 };
    const answer = await sendDuring(deletionOfProject(project), () =>
      ada.client.post(`${project.at}/members`, given),
    );
    expect(answer.status).toBe(404);
    expect(notFound('Project')).toContainEqual(answer.body);
  });
});

describe('a user deleted while a request runs', () => {
  it('cannot become a member: the request returns 404', async () => {
    const project = await forge.seed.project(ada);
    const bob = await forge.seed.user();
    const given = { user_id: bob.id, access_level: 10 };
    const answer = await sendDuring(deletionOfUser(bob), () =>
      ada.client.post(`${project.at}/members`, given),
    );
    expect(answer.status).toBe(404);
    expect(notFound('User')).toContainEqual(answer.body);
    const members = await ada.client.get<{ id: number }[]>(`${project.at}/members`);
    expect(members.body.map(({ id }) => id)).not.toContain(bob.id);
  });

  it('cannot become the assignee: the request fails', async () => {
    const project = await forge.seed.project(ada);
    const bob = await forge.seed.user();
    await forge.seed.member(project, bob, 20);
    const given = { title: 'x', assignee_id: bob.id };
    const answer = await sendDuring(deletionOfUser(bob), () =>
      ada.client.post(`${project.at}/issues`, given),
    );
    expect([404, 400]).toContain(answer.status);
    expect((await ada.client.get(`${project.at}/issues`)).body).toEqual([]);
  });

  it('cannot write a note: the request returns 401', async () => {
    const bob = await forge.seed.user();
    const project = await forge.seed.project(ada, { visibility_level: VISIBILITY.public });
    const { at } = await forge.seed.issue(project, ada);
    const answer = await sendDuring(deletionOfUser(bob), () =>
      bob.client.post(`${at}/notes`, { body: 'x' }),
    );
    expect(answer).toEqual(answered(401, { message: '401 Unauthorized' }));
    expect((await ada.client.get(`${at}/notes`)).body).toEqual([]);
  });

  it('cannot create a project: the request fails, and the next one returns 401', async () => {
    const bob = await forge.seed.user();
    const answer = await sendDuring(deletionOfUser(bob), () =>
      bob.client.post('/projects', { name: 'x' }),
    );
    expect([401, 403, 404]).toContain(answer.status);
    expect(await bob.client.get('/user')).toEqual(answered(401, { message: '401 Unauthorized' }));
  });
});
