import { startForge, type Forge } from '../support/app.js';
import type { SeededUser } from '../support/seed.js';

interface FullView {
  can_create_project: boolean;
  projects_limit: number;
}

let forge: Forge;
beforeAll(async () => {
  forge = await startForge();
});
afterAll(() => forge.close());

/** What every response with the full view says. */
async function everyView({ id, username, client, password }: SeededUser): Promise<boolean> {
  const answers = await Promise.all([
    client.get<FullView>('/user'),
    forge.root.get<FullView>(`/users/${id}`),
    forge.root.get<FullView>('/user', { sudo: username }),
    forge.root.put<FullView>(`/users/${id}`, { bio: 'Full.' }),
    forge.anonymous.post<FullView>('/session', { login: username, password }),
  ]);
  const listed = await forge.root.get<FullView[]>('/users', { username });
  const found = await forge.root.get<FullView[]>('/users', { search: username });
  const views = [...answers.map(({ body }) => body), ...listed.body, ...found.body];
  const said = new Set(views.map(({ can_create_project }) => can_create_project));
  expect([views.length, said.size]).toEqual([7, 1]);
  return said.has(true);
}

describe('can_create_project', () => {
  it('is false once the quota is used up, and true again after a deletion', async () => {
    const ada = await forge.seed.user({ projects_limit: 2 });
    expect(await everyView(ada)).toBe(true);
    const project = await forge.seed.project(ada);
    expect(await everyView(ada)).toBe(true);
    await forge.seed.project(ada);
    expect(await everyView(ada)).toBe(false);
    await ada.client.delete(project.at);
    expect(await everyView(ada)).toBe(true);
  });

  it('follows a change of the quota', async () => {
    const ada = await forge.seed.user({ projects_limit: 1 });
    await forge.seed.project(ada);
    const change = async (fields: object) =>
      (await forge.root.put<FullView>(ada.at, fields)).body.can_create_project;
    expect(await change({ projects_limit: 2 })).toBe(true);
    expect(await change({ projects_limit: 1 })).toBe(false);
    expect(await change({ projects_limit: 0 })).toBe(false);
    expect(await change({ admin: true })).toBe(true);
    expect(await change({ admin: false })).toBe(false);
    expect(await change({ projects_limit: 5, external: true })).toBe(false);
  });

  it('does not count projects of which the user is only a member', async () => {
    const [ada, bob] = [await forge.seed.user({ projects_limit: 1 }), await forge.seed.user()];
    await forge.seed.member(await forge.seed.project(bob), ada, 40);
    expect(await everyView(ada)).toBe(true);
  });

  it('is true for administrators, whatever they own', async () => {
    const admin = await forge.seed.admin({ projects_limit: 0 });
    await forge.seed.project(admin);
    expect(await everyView(admin)).toBe(true);
  });
});
