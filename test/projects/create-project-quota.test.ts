import { startForge, type Forge } from '../support/app.js';
import type { Client } from '../support/client.js';
import { answered } from '../support/views.js';

describe('POST /projects within projects_limit', () => {
  let forge: Forge;

  beforeAll(async () => {
    forge = await startForge();
  });
  afterAll(() => forge.close());

  let count = 0;
  const create = (client: Client) => client.post('/projects', { name: `Project no. ${++count}` });
  const full = () =>
    answered(403, { message: '403 Forbidden  - The limit of projects is reached' });

  it('ends when the user has as many as he may', async () => {
    const alice = await forge.seed.user({ projects_limit: 2 });
    expect([(await create(alice.client)).status, (await create(alice.client)).status]).toEqual([
      201, 201,
    ]);
    expect(await create(alice.client)).toEqual(full());
  });

  it('counts the projects of the user himself, not those he is a member of', async () => {
    const [alice, bob] = [await forge.seed.user({ projects_limit: 1 }), await forge.seed.user()];
    await forge.seed.member(await forge.seed.project(bob), alice, 40);
    expect((await create(alice.client)).status).toBe(201);
  });

  it('goes on after a project was deleted, or the limit raised', async () => {
    const alice = await forge.seed.user({ projects_limit: 1 });
    const project = await forge.seed.project(alice);
    await alice.client.delete(project.at);
    expect((await create(alice.client)).status).toBe(201);
    await forge.root.put(alice.at, { projects_limit: 2 });
    expect((await create(alice.client)).status).toBe(201);
  });

  it('lets exactly as many through as fit, of ten who ask at once', async () => {
    const alice = await forge.seed.user({ projects_limit: 4 });
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(alice.client)));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...[201, 201, 201, 201],
      ...[403, 403, 403, 403, 403, 403],
    ]);
  });

  it('lets nothing through for external users', async () => {
    const external = await forge.seed.user({ external: true });
    expect(await create(external.client)).toEqual(full());
  });

  it('does not hold for administrators', async () => {
    const admin = await forge.seed.admin({ projects_limit: 0 });
    expect((await create(admin.client)).status).toBe(201);
  });

  it('holds for an administrator who acts as a normal user', async () => {
    const alice = await forge.seed.user({ projects_limit: 0 });
    expect(await create(forge.root.sudo(alice.id))).toEqual(full());
  });
});
