import { startForge, type Forge } from '../support/app.js';
import type { Client } from '../support/client.js';
import { answered } from '../support/expected-responses.js';

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

  it('returns 403 once the user has projects_limit projects', async () => {
    const alice = await forge.seed.user({ projects_limit: 2 });
    expect([(await create(alice.client)).status, (await create(alice.client)).status]).toEqual([
      201, 201,
    ]);
    expect(await create(alice.client)).toEqual(full());
  });

  it('counts projects that the user owns, not memberships', async () => {
    const [alice, bob] = [await forge.seed.user({ projects_limit: 1 }), await forge.seed.user()];
    await forge.seed.member(await forge.seed.project(bob), alice, 40);
    expect((await create(alice.client)).status).toBe(201);
  });

  it('returns 201 again after a deletion or a higher limit', async () => {
    const alice = await forge.seed.user({ projects_limit: 1 });
    const project = await forge.seed.project(alice);
    await alice.client.delete(project.at);
    expect((await create(alice.client)).status).toBe(201);
    await forge.root.put(alice.at, { projects_limit: 2 });
    expect((await create(alice.client)).status).toBe(201);
  });

  it('creates exactly 4 projects of 10 concurrent requests at a limit of 4', async () => {
    const alice = await forge.seed.user({ projects_limit: 4 });
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(alice.client)));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...[201, 201, 201, 201],
      ...[403, 403, 403, 403, 403, 403],
    ]);
  });

  it('returns 403 to external users', async () => {
    const external = await forge.seed.user({ external: true });
    expect(await create(external.client)).toEqual(full());
  });

  it('ignores the limit for administrators', async () => {
    const admin = await forge.seed.admin({ projects_limit: 0 });
    expect((await create(admin.client)).status).toBe(201);
  });

  it('applies the limit of the user of sudo', async () => {
    const alice = await forge.seed.user({ projects_limit: 0 });
    expect(await create(forge.root.sudo(alice.id))).toEqual(full());
  });
});
